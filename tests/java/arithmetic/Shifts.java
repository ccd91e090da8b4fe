// Shift counts are masked by 31 or 63; sub-int types are promoted first and narrowed by the compound form.
public class Shifts {
    public static void main(String[] args) {
        int[] ints = {1, -1, 0x80000000, 0x7fffffff, 0x12345678};
        int[] counts = {0, 1, 4, 15, 16, 31, 32, 33, 63, 64, -1, -31, -32};
        for (int v : ints) {
            StringBuilder line = new StringBuilder();
            for (int c : counts) {
                line.append(Integer.toHexString(v << c)).append(' ').append(Integer.toHexString(v >> c)).append(' ').append(Integer.toHexString(v >>> c)).append(' ');
            }
            System.out.println(line);
        }
        long[] longs = {1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0x123456789abcdef0L};
        for (long v : longs) {
            StringBuilder line = new StringBuilder();
            for (int c : counts) {
                line.append(Long.toHexString(v << c)).append(' ').append(Long.toHexString(v >> c)).append(' ').append(Long.toHexString(v >>> c)).append(' ');
            }
            System.out.println(line);
        }
        byte b = -16;
        b >>>= 2;
        short s = -1;
        s >>>= 10;
        char c = 0xffff;
        c >>= 4;
        c <<= 8;
        System.out.println(b + " " + s + " " + (int) c); // expect: -4 -1 65280
        System.out.println(Integer.rotateLeft(0x80000001, 4) + " " + Long.rotateRight(1, 1) + " " + Integer.reverse(0x12345678) + " " + Integer.reverseBytes(0x12345678));
        System.out.println(Integer.bitCount(-1) + " " + Long.bitCount(0x5555555555555555L) + " " + Integer.numberOfLeadingZeros(0) + " " + Long.numberOfTrailingZeros(0)
            + " " + Integer.highestOneBit(1000) + " " + Long.lowestOneBit(48));
    }
}
