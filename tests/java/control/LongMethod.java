// Comparisons and branches of all kinds, in one method, each both ways: if<cond>, if_icmp<cond>, if_acmp, ifnull, fcmpl/g, lcmp.
public class LongMethod {
    static int bits;
    static int taken;

    static void note(boolean b) {
        bits = bits * 2 + (b ? 1 : 0) ^ bits >>> 27;
        if (b) taken++;
    }

    static void ints(int a, int b) {
        note(a == 0); note(a != 0); note(a < 0); note(a <= 0); note(a > 0); note(a >= 0);
        note(a == b); note(a != b); note(a < b); note(a <= b); note(a > b); note(a >= b);
        if (a == b) taken += 1; else taken += 2;
        if (!(a < b)) taken += 3;
        while (a > 0 && b > a) { a -= 5; taken++; }
    }

    static void longs(long a, long b) {
        note(a == b); note(a != b); note(a < b); note(a <= b); note(a > b); note(a >= b);
        if (a == 0L || b != 0L) taken += 7;
    }

    static void doubles(double a, double b) {
        note(a == b); note(a != b); note(a < b); note(a <= b); note(a > b); note(a >= b);
        note(!(a == b)); note(!(a != b)); note(!(a < b)); note(!(a <= b)); note(!(a > b)); note(!(a >= b));
    }

    static void floats(float a, float b) {
        note(a == b); note(a != b); note(a < b); note(a <= b); note(a > b); note(a >= b);
        note(!(a < b)); note(!(a <= b)); note(!(a > b)); note(!(a >= b));
    }

    static void refs(Object a, Object b) {
        note(a == b); note(a != b); note(a == null); note(b != null);
        if (a == null ? b == null : a.equals(b)) taken += 11;
    }

    public static void main(String[] args) {
        int[] is = {0, 1, -1, 100, Integer.MIN_VALUE, Integer.MAX_VALUE};
        double[] ds = {0.0, -0.0, 1.5, -1.5, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        Object[] os = {null, "a", new String("a"), 5};
        for (int a : is) for (int b : is) { ints(a, b); longs(a, b); longs((long) a << 32, b); }
        System.out.println(bits + " " + taken);
        for (double a : ds) for (double b : ds) { doubles(a, b); floats((float) a, (float) b); }
        System.out.println(bits + " " + taken);
        for (Object a : os) for (Object b : os) refs(a, b);
        System.out.println(bits + " " + taken);
    }
}
