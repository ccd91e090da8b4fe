import java.util.*;

// Literals and interned strings are one object, across classes, constants, concatenations and collections; equal content made at run time is not.
// also: run: -XX:-CompactStrings
public class Interning {
    static class Other { static final String S = "shared literal"; static String s() { return "shared literal"; } }

    public static void main(String[] args) {
        String a = "shared literal", b = Other.S, c = Other.s(), d = "shared " + "literal", e = new String("shared literal"), f = "shared ".concat("literal");
        System.out.println((a == b) + " " + (a == c) + " " + (a == d) + " " + (a == e) + " " + (e == f) + " " + (e.intern() == a) + " " + (f.intern() == c)); // expect: true true true false false true true
        String fresh = new StringBuilder("never seen ").append(17).toString();
        System.out.println(fresh.intern() == fresh);
        String again = "never seen " + (16 + args.length + 1);
        System.out.println((again == fresh) + " " + (again.intern() == fresh));
        System.out.println(("\u4e2d\u6587" == new String(new char[] {'\u4e2d', '\u6587'}).intern()) + " " + ("" == new String().intern()) + " " + ("\0" == String.valueOf('\0').intern()));
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            String s = ("intern" + i).intern();
            if (i % 100 == 0) kept.add(s);
        }
        System.gc();
        int same = 0;
        for (int i = 0; i < 2000; i += 100) if (("intern" + i).intern() == kept.get(i / 100)) same++;
        System.gc();
        System.out.println(same + " " + ("shared literal" == a) + " " + (Other.s() == a)); // expect: 20 true true
        System.out.println(Interning.class.getName() == "Interning" ? "class name interned" : "not");
        System.out.println(Thread.State.NEW.name() == "NEW");
    }
}
