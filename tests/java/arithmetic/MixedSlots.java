// Longs and doubles take two slots: arguments, locals and returns that mix them with ints and references in every order.
public class MixedSlots {
    static String all(int a, long b, float c, double d, String e, long f, byte g, double h, char i, short j, boolean k, long l) {
        return a + "," + b + "," + c + "," + d + "," + e + "," + f + "," + g + "," + h + "," + i + "," + j + "," + k + "," + l;
    }

    long instanceMix(long a, int b, double c, Object d, float e, long f) {
        long t = a + b;
        double u = c * e;
        t ^= f;
        int v = d.hashCode();
        a = (long) u;
        b += v;
        c = t;
        return t + (long) u + v + a + b + (long) c;
    }

    static double deep(int n, double x, long y, int z) {
        if (n == 0) {
            return x + y + z;
        }
        return deep(n - 1, y, (long) x + z, z + 1) + z;
    }

    static long shuffle(long a, long b, double c, int d) {
        long t = a;
        a = b;
        b = t;
        double e = c;
        c = d;
        d = (int) e;
        for (int i = 0; i < 5; i++, a += b, c -= d) {
            t += a * i + (long) c;
        }
        return t ^ a ^ b ^ (long) c ^ d;
    }

    interface Wide {
        double apply(long a, int b, double c, int d);
    }

    public static void main(String[] args) {
        System.out.println(all(1, 2L << 40, 3.5f, -4.25, "five", Long.MIN_VALUE, (byte) -7, 8e100, 'i', (short) -10, true, 12));
        System.out.println(new MixedSlots().instanceMix(1L << 33, 7, 2.5, "abc", 4f, -1L));
        System.out.println(deep(50, 1.5, 1L << 35, 3));
        System.out.println(shuffle(11, 1L << 50, 1234.75, 99));
        Wide wide = (a, b, c, d) -> a * c + b - d;
        System.out.println(wide.apply(1L << 32, 5, 0.5, 3));
        double[] ds = {1.5, 2.5};
        long[] ls = {3, 4};
        int i = 0;
        ds[i++] += ls[i] += ds[i] * 2;
        System.out.println(ds[0] + " " + ds[1] + " " + ls[0] + " " + ls[1] + " " + i); // expect: 10.5 2.5 3 9 1
        System.out.println(String.format("%d %s %.2f %d", 1L, "x", 2.0, 3));
    }
}
