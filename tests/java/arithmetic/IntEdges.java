// Every int operator over every pair of edge values: one hash a row, and the rows that a wrong sign would change in full.
public class IntEdges {
    static final int[] EDGES = {0, 1, -1, 2, -2, 7, -7, 31, 32, 33, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, 65535, 65536,
        0x55555555, 0xAAAAAAAA, Integer.MAX_VALUE, Integer.MAX_VALUE - 1, Integer.MIN_VALUE, Integer.MIN_VALUE + 1};

    static int mix(int hash, int value) {
        return hash * 31 + value;
    }

    public static void main(String[] args) {
        for (int a : EDGES) {
            int h = 0;
            for (int b : EDGES) {
                h = mix(h, a + b);
                h = mix(h, a - b);
                h = mix(h, a * b);
                h = mix(h, b == 0 ? -1 : a / b);
                h = mix(h, b == 0 ? -1 : a % b);
                h = mix(h, a & b);
                h = mix(h, a | b);
                h = mix(h, a ^ b);
                h = mix(h, a << b);
                h = mix(h, a >> b);
                h = mix(h, a >>> b);
                h = mix(h, (a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a == b ? 4 : 0) + (a != b ? 8 : 0) + (a > b ? 16 : 0) + (a >= b ? 32 : 0));
            }
            System.out.println(a + " " + Integer.toHexString(h) + " " + -a + " " + ~a);
        }
        System.out.println(Integer.MIN_VALUE / -1); // expect: -2147483648
        System.out.println(Integer.MIN_VALUE % -1);
        System.out.println(-7 / 2 + " " + -7 % 2 + " " + 7 / -2 + " " + 7 % -2); // expect: -3 -1 -3 1
        int zero = args.length;
        try {
            System.out.println(1 / zero);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage()); // expect: / by zero
        }
        try {
            System.out.println(1 % zero);
        } catch (ArithmeticException e) {
            System.out.println(e);
        }
    }
}
