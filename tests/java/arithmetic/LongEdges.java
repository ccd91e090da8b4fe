// Every long operator over edge values; shift counts are ints and use six bits.
public class LongEdges {
    static final long[] EDGES = {0, 1, -1, 2, -2, 31, 32, 63, 64, 65, 0x7fffffffL, 0x80000000L, 0xffffffffL, 0x100000000L, -0x80000000L,
        -0x80000001L, 0x5555555555555555L, 0xAAAAAAAAAAAAAAAAL, Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MIN_VALUE, Long.MIN_VALUE + 1};

    static long mix(long hash, long value) {
        return hash * 1000003 + value;
    }

    public static void main(String[] args) {
        for (long a : EDGES) {
            long h = 0;
            for (long b : EDGES) {
                h = mix(h, a + b);
                h = mix(h, a - b);
                h = mix(h, a * b);
                h = mix(h, b == 0 ? -1 : a / b);
                h = mix(h, b == 0 ? -1 : a % b);
                h = mix(h, a & b);
                h = mix(h, a | b);
                h = mix(h, a ^ b);
                h = mix(h, a << (int) b);
                h = mix(h, a >> b);
                h = mix(h, a >>> b);
                h = mix(h, (a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a == b ? 4 : 0) + (a > b ? 8 : 0) + (a >= b ? 16 : 0));
                h = mix(h, Long.compare(a, b));
            }
            System.out.println(a + " " + Long.toHexString(h) + " " + -a + " " + ~a);
        }
        System.out.println(Long.MIN_VALUE / -1 + " " + Long.MIN_VALUE % -1); // expect: -9223372036854775808 0
        int i = 1;
        i <<= 33L;
        System.out.println(i);
        long zero = args.length;
        try {
            System.out.println(5L / zero);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage()); // expect: / by zero
        }
        try {
            System.out.println(5L % zero);
        } catch (ArithmeticException e) {
            System.out.println(e);
        }
        System.out.println(Math.multiplyHigh(Long.MAX_VALUE, Long.MIN_VALUE) + " " + Long.divideUnsigned(-1, 10) + " " + Long.remainderUnsigned(-1, 10));
    }
}
