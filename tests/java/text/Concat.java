// String concatenation of all types through invokedynamic: many operands, constants, the \1 and \2 characters, null, evaluation order.
public class Concat {
    static int calls;

    static String side(String s) {
        calls++;
        return s + calls;
    }

    static class Changing {
        int n;
        public String toString() { return "c" + n++; }
    }

    public static void main(String[] args) {
        boolean z = true; byte b = -1; char c = '\u00e9'; short s = -300; int i = Integer.MIN_VALUE; long l = Long.MIN_VALUE; float f = 1e10f; double d = -0.0; Object o = null; String str = null; char[] cs = {'x'};
        System.out.println("" + z + b + c + s + i + l + f + d + o + str);
        System.out.println(c + b + "" + c + b + (char) (c + 1) + s + 'q' + 1 + 2L);
        System.out.println(1 + 2 + "3" + 4 + 5); // expect: 3345
        System.out.println(("a\u0001b" + i + "c\u0002d" + str).length() + " " + ("\u0001" + "\u0002" + b).hashCode());
        String all = "";
        for (int k = 0; k < 30; k++) all += k + "," + (k % 2 == 0 ? 'e' : "odd") + (k * 0.5) + ";";
        System.out.println(all);
        System.out.println(side("a") + side("b") + side("c") + calls); // expect: a1b2c33
        Changing x = new Changing();
        System.out.println("" + x + x + x); // expect: c0c1c2
        String many = i + "a" + l + "b" + f + "c" + d + "d" + z + "e" + b + "f" + s + "g" + c + "h" + o + i + l + f + d + z + b + s + c + o + i + l + f + d + z + b + s + c + i + l + f + d + i + l + f + d + i + l + f + d;
        System.out.println(many + " " + many.length());
        String wide = "\u4e2d" + c + "\ud83d\ude00" + "plain" + many.charAt(0);
        System.out.println(wide + " " + wide.length() + " " + wide.hashCode() + " " + (wide + "x").substring(3));
        String t = "t";
        t += t += t + 'u';
        System.out.println(t); // expect: tttu
        final String k1 = "const", k2 = k1 + "ant" + 5;
        System.out.println(k2 == "constant5");
        StringBuilder sb = new StringBuilder().append(z).append(b).append(c).append(s).append(i).append(l).append(f).append(d).append(o).append(cs).append("ab", 0, 1);
        System.out.println(sb.insert(0, 3.5f).insert(4, 'X').reverse() + " " + sb.indexOf("eurt"));
    }
}
