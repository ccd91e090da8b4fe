// Unsigned helpers of Integer and Long, and carry chains written by hand.
public class Unsigned {
    public static void main(String[] args) throws Exception {
        int[] is = {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 10};
        for (int a : is) for (int b : is) if (b != 0) System.out.print(Integer.divideUnsigned(a, b) + "," + Integer.remainderUnsigned(a, b) + "," + Integer.compareUnsigned(a, b) + " ");
        System.out.println();
        System.out.println(Integer.toUnsignedString(-1) + " " + Long.toUnsignedString(Long.MIN_VALUE) + " " + Integer.parseUnsignedInt("4294967295") + " " + Long.parseUnsignedLong("18446744073709551615") + " " + Integer.toUnsignedLong(-5) + " " + Byte.toUnsignedInt((byte) -3) + " " + Long.compareUnsigned(-1, 1));
        long lo = 0, hi = 0;
        for (int i = 1; i < 100; i++) {
            long add = 0x9e3779b97f4a7c15L * i;
            lo += add;
            hi += (Long.compareUnsigned(lo, add) < 0 ? 1 : 0) + Math.multiplyHigh(add, lo);
        }
        System.out.println(Long.toHexString(hi) + Long.toHexString(lo));
        int crc = -1;
        for (int i = 0; i < 256; i++) {
            crc ^= i;
            for (int k = 0; k < 8; k++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
        }
        System.out.println(Integer.toHexString(~crc));
    }
}
