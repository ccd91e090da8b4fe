// Compound assignment over every pair of types: the hidden cast, the order of reading, array and field targets with side effects.
public class CompoundTypes {
    static byte b = 10; static short s = 20; static char c = 30; static int i = 40; static long l = 50; static float f = 60; static double d = 70;
    static int calls;
    static int idx() { return calls++ % 3; }

    public static void main(String[] args) throws Exception {
        b += 300; b *= 1.5; b -= 'a'; b <<= 3; b >>>= 1; b /= 2L; b %= 7.5f; b |= 0x1ff; b ^= 5; b &= 0x7e;
        s += 1e9; s -= 40000L; s *= -3; s >>= 2; s /= 0.1; s %= 100;
        c += 65536 + 5; c -= 40; c *= 1.99; c >>>= 1; c ^= 0xffff;
        i += 1.9; i -= 3e9; i *= 2.5f; i /= 0.3; i <<= 35; i %= 1e4; i ^= 'x';
        l += 1e18f; l -= 0.5; l *= 3; l >>= 65; l /= 7.7; l |= 1 << 31; l &= ~0L >>> 3;
        f += 1L << 60; f -= 0.1; f *= 1e30; f /= 3; f %= 1e20;
        d += Float.MAX_VALUE; d *= 1e280; d /= -0.0; d %= 5;
        System.out.println(b + " " + s + " " + (int) c + " " + i + " " + l + " " + f + " " + d);
        byte[] bs = {1, 2, 3}; char[] cs = {1, 2, 3}; long[] ls = {1, 2, 3}; float[] fs = {1, 2, 3};
        bs[idx()] += 200.7; cs[idx()] -= 5; ls[idx()] <<= 40; fs[idx()] /= 3; bs[idx()]--; ++cs[idx()]; ls[idx()] ^= -1; fs[idx()] *= -0.0;
        System.out.println(bs[0] + " " + bs[1] + " " + (int) cs[1] + " " + (int) cs[2] + " " + ls[2] + " " + ls[0] + " " + fs[0] + " " + fs[1] + " " + calls);
        int x = 5;
        int y = x += x++ + (x -= 2) * x;
        long z = y = (int) (l = x = 3);
        System.out.println(x + " " + y + " " + z + " " + (b = (byte) (s = (short) 70000)) + " " + (x = y = 7) + (boolean) (x == (y <<= 1)));
    }
}
