// All primitive conversions of edge values (JLS 5.1.2, 5.1.3; JVMS 2.11.4): saturation, NaN to zero, truncation, sign extension.
public class Conversions {
    static final double[] DOUBLES = {0.0, -0.0, 0.9, -0.9, 1.5, -1.5, 127.9, 128, 255.5, 32768.7, 65535.9, -65536.1, 2147483647.0, 2147483648.0, -2147483648.0,
        -2147483649.0, 4294967296.0, 9.223372036854775E18, 9.223372036854776E18, -9.3e18, 1e300, -1e300, Double.MIN_VALUE, Double.NaN,
        Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 3.4028235e38, 3.4028236e38, 1e-46, 16777217.0};
    static final long[] LONGS = {0, 1, -1, 127, 128, -129, 255, 256, 32767, 32768, 65535, 65536, 0x7fffffffL, 0x80000000L, 0xffffffffL, 0x100000000L,
        -0x80000001L, 16777217, 9007199254740993L, 0x7fffffbfffffffffL, 0x7fffffc000000000L, Long.MAX_VALUE, Long.MIN_VALUE};

    public static void main(String[] args) {
        for (double d : DOUBLES) {
            float f = (float) d;
            System.out.println(d + ": " + (byte) d + " " + (short) d + " " + (int) (char) d + " " + (int) d + " " + (long) d + " " + f);
            System.out.println("  f: " + (byte) f + " " + (short) f + " " + (int) (char) f + " " + (int) f + " " + (long) f + " " + (double) f);
        }
        for (long l : LONGS) {
            int i = (int) l;
            System.out.println(l + ": " + (byte) l + " " + (short) l + " " + (int) (char) l + " " + i + " " + (float) l + " " + (double) l);
            System.out.println("  i: " + (byte) i + " " + (short) i + " " + (int) (char) i + " " + (long) i + " " + (float) i + " " + (double) i);
        }
        byte b = (byte) 200;
        short s = (short) 40000;
        char c = (char) -1;
        System.out.println(b + " " + (b & 0xff) + " " + s + " " + (int) c + " " + (char) ('a' + 1) + " " + (b >>> 4) + " " + (byte) (b >>> 4));
        b += 100;
        s -= 1000.7;
        c += 2;
        System.out.println(b + " " + s + " " + (int) c);
        int i = 10;
        i *= 1.55;
        long l = 5;
        l += 0.99f;
        i >>= 1L;
        System.out.println(i + " " + l);
        System.out.println((int) Float.NaN + " " + (long) Float.POSITIVE_INFINITY + " " + (int) -1e10f + " " + (int) (char) 1e10); // expect: 0 9223372036854775807 -2147483648 65535
    }
}
