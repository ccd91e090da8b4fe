fun wrong(): Int { val s: String = 3; return undefined(s) + if (true) "x" }
