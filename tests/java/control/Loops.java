// Nested counting loops with mixed int, long, byte and char counters, overflow at the border, empty and infinite forms with a way out.
public class Loops {
    public static void main(String[] args) throws Exception {
        int n = 0;
        for (byte b = 120; b > 0; b++) n++;
        for (char c = 65530; c > 5; c++) n += 10;
        for (short s = 32760; s >= 0; s += 3) n += 100;
        for (int i = Integer.MAX_VALUE - 2; i > 0; i++) n += 1000;
        for (long l = Long.MAX_VALUE - 4; l > 0; l += 2) n += 10000;
        for (float f = 16777214f; f < 16777216f; f++) n += 100000;
        for (double d = 0; d != 1; d += 0.125) n += 1000000;
        System.out.println(n);
        int i = 0, j = 100;
        for (;;) {
            if (++i >= --j) break;
        }
        while (true) {
            if (i-- == 0) break;
            do j++; while (j % 7 != 0);
        }
        System.out.println(i + " " + j);
        long sum = 0;
        for (int a = 0, z = 50; a < z; a += 3, z--) for (int k = a; k < z; k += 2) sum += (long) k * a - z;
        int steps = 0;
        for (String s = "x"; s.length() < 500; s += s, steps++) ;
        outer:
        for (int x = 2; ; x++) {
            for (int y = 2; y < x; y++) if (x % y == 0) continue outer;
            if (x > 100) {
                sum += x;
                break;
            }
        }
        System.out.println(sum + " " + steps);
        int bits = 0;
        for (int k = -1; k != 0; k <<= 1) bits++;
        for (int k = -1; k != 0; k >>>= 1) bits++;
        System.out.println(bits); // expect: 64
    }
}
