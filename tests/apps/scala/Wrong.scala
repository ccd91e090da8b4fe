object Wrong { val n: Int = "text"; def f(x: Option[Int]): Int = x match { case Some(y) => z } }
