import java.util.ArrayList;
import java.util.List;

// Boxing caches (-128 to 127), equality of boxes, unboxing of null, numeric promotion in conditional expressions.
public class Boxing {
    static Object pick(boolean b) {
        return b ? 1 : 2.0;
    }

    static String kind(Object o) {
        return o.getClass().getSimpleName() + ":" + o;
    }

    static String over(long x) {
        return "long";
    }

    static String over(Integer x) {
        return "Integer";
    }

    static String over(Object x) {
        return "Object";
    }

    static String over(int... x) {
        return "varargs";
    }

    public static void main(String[] args) {
        Integer a = 127, b = 127, c = 128, d = 128;
        System.out.println((a == b) + " " + (c == d) + " " + c.equals(d) + " " + (c <= d && c >= d)); // expect: true false true true
        Long l1 = -128L, l2 = -128L;
        Character c1 = '\u007f', c2 = '\u007f';
        Byte b1 = (byte) -128, b2 = (byte) -128;
        Short s1 = 100, s2 = 100;
        Boolean t1 = true, t2 = Boolean.valueOf("TRUE");
        System.out.println((l1 == l2) + " " + (c1 == c2) + " " + (b1 == b2) + " " + (s1 == s2) + " " + (t1 == t2));
        System.out.println(l1.equals(-128) + " " + l1.equals(-128L) + " " + new Object().equals(null));
        System.out.println(kind(pick(true)) + " " + kind(true ? 'a' : 0) + " " + kind(false ? 1L : (Object) 'c'));
        byte small = 5;
        System.out.println(over(small) + " " + over(5) + " " + over(a) + " " + over('c') + " " + over(5.0) + " " + over() + " " + over(1, 2));
        Integer none = null;
        try {
            int x = none;
            System.out.println(x);
        } catch (NullPointerException e) {
            System.out.println("null unboxed");
        }
        List<Integer> list = new ArrayList<>(List.of(5, 6, 7, 1));
        list.remove(1);
        list.remove((Integer) 1);
        System.out.println(list + " " + list.indexOf(7)); // expect: [5, 7] 1
        int hash = 0;
        for (Object o : new Object[] {1, 1L, 1.0, 1.0f, 'a', true, (byte) 1, (short) 1, "a"}) {
            hash = hash * 31 + o.hashCode();
        }
        System.out.println(hash + " " + Double.hashCode(-0.0) + " " + Long.hashCode(1L << 32) + " " + Float.hashCode(Float.NaN));
        System.out.println(Integer.parseInt("-2147483648") + Integer.toString(255, 16) + Integer.toBinaryString(-8) + Long.parseLong("7fffffffffffffff", 16));
        for (String bad : new String[] {"", "x", "2147483648", "1.0", "+", null}) {
            try {
                System.out.println(Integer.parseInt(bad));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
