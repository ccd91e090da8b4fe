// Fields of every size over a deep hierarchy, packed and read back; statics of every type; volatile and final fields; objects moved by a collection.
public class FieldLayout {
    static class L0 { byte a = 1; long b = 2; boolean c = true; }
    static class L1 extends L0 { short d = 3; Object e = "e"; byte f = 4; }
    static class L2 extends L1 { double g = 5.5; char h = 'h'; volatile long i = 6; }
    static class L3 extends L2 { float j = 7.5f; final int k = 8; byte l = 9; Object m = this; boolean n; }
    static class L4 extends L3 { byte a = 10; long b = 11; volatile Object o = new int[] {12}; volatile double p = 13; transient short q = 14; }

    static boolean z = true; static byte b = -1; static char c = '\uabcd'; static short s = -2; static int i = -3; static long l = -4L << 40; static float f = -5.5f; static double d = -6.5; static Object o = "static";
    static volatile int vi = 7; static volatile long vl = 8; static volatile double vd = 9;

    static String show(L4 x) {
        L0 y = x;
        return x.a + "," + x.b + "," + y.a + "," + y.b + "," + x.c + "," + x.d + "," + x.e + "," + x.f + "," + x.g + "," + x.h + "," + x.i + "," + x.j + "," + x.k + "," + x.l + "," + (x.m == x) + "," + x.n + "," + ((int[]) x.o)[0] + "," + x.p + "," + x.q;
    }

    public static void main(String[] args) {
        L4 x = new L4();
        String first = show(x);
        System.out.println(first);
        L4[] many = new L4[1000];
        for (int k = 0; k < many.length; k++) {
            L4 y = many[k] = new L4();
            y.a = (byte) k;
            y.b = k * 0x100000001L;
            ((L0) y).a = (byte) (k * 3);
            ((L0) y).b = -k;
            y.c = k % 2 == 0;
            y.d = (short) (k * 100);
            y.e = k;
            y.f = (byte) ~k;
            y.g = k / 3.0;
            y.h = (char) (k * 60);
            y.i = ~0L / (k + 1);
            y.j = k / 7f;
            y.l = (byte) (k >> 2);
            y.n = k % 3 == 0;
            y.o = new int[] {k};
            y.p = -k;
            y.q = (short) -k;
        }
        long before = 0, after = 0;
        for (L4 y : many) before = before * 31 + show(y).hashCode();
        System.gc();
        for (L4 y : many) after = after * 31 + show(y).hashCode();
        System.out.println(before + " " + (before == after));
        System.out.println(z + " " + b + " " + (int) c + " " + s + " " + i + " " + l + " " + f + " " + d + " " + o + " " + vi + vl + vd);
        z = !z; b--; c++; s <<= 3; i /= 2; l >>>= 3; f *= 2; d = -d; o = null; vi++; vl *= vi; vd /= vl;
        System.out.println(z + " " + b + " " + (int) c + " " + s + " " + i + " " + l + " " + f + " " + d + " " + o + " " + vi + " " + vl + " " + vd);
        System.out.println(show(x).equals(first));
    }
}
