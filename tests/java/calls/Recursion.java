import java.util.*;

// Mutual and multiple recursion with all result types: queens, knapsack, a parser of nested lists, memoized partitions.
public class Recursion {
    static int queens(int n, int row, int cols, int d1, int d2) {
        if (row == n) return 1;
        int found = 0;
        for (int free = ((1 << n) - 1) & ~(cols | d1 | d2); free != 0; free &= free - 1) {
            int bit = free & -free;
            found += queens(n, row + 1, cols | bit, (d1 | bit) << 1, (d2 | bit) >> 1);
        }
        return found;
    }
    static double pack(double[] w, double[] v, int i, double room) { return i == w.length ? 0 : Math.max(pack(w, v, i + 1, room), w[i] <= room ? v[i] + pack(w, v, i + 1, room - w[i]) : -1e9); }
    static final Map<Long, Long> MEMO = new HashMap<>();
    static long partitions(int n, int max) {
        if (n == 0) return 1;
        if (n < 0 || max == 0) return 0;
        Long known = MEMO.get((long) n << 32 | max);
        if (known != null) return known;
        long r = partitions(n, max - 1) + partitions(n - max, max);
        MEMO.put((long) n << 32 | max, r);
        return r;
    }
    static Object parse(char[] s, int[] at) {
        if (s[at[0]] != '(') return "" + s[at[0]++];
        at[0]++;
        List<Object> l = new ArrayList<>();
        while (s[at[0]] != ')') l.add(parse(s, at));
        at[0]++;
        return l;
    }
    static float fpow(float x, int n) { return n == 0 ? 1 : n % 2 == 0 ? fpow(x * x, n / 2) : x * fpow(x, n - 1); }
    static boolean isEven(long n) { return n == 0 ? true : isOdd(n - 1); }
    static boolean isOdd(long n) { return n != 0 && isEven(n - 1); }

    public static void main(String[] args) throws Exception {
        System.out.println(queens(7, 0, 0, 0, 0) + " " + queens(8, 0, 0, 0, 0)); // expect: 40 92
        System.out.println(pack(new double[] {2, 3.5, 4, 5, 1.5, 2.5}, new double[] {3, 4.5, 5.25, 8, 1, 3.75}, 0, 9.5) + " " + partitions(80, 80) + " " + fpow(1.01f, 300) + " " + isEven(1001L));
        System.out.println(parse("(a(bc)()(d(e(f))))".toCharArray(), new int[1]));
        try {
            parse("((a)".toCharArray(), new int[1]);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage() + " " + e.getStackTrace().length);
        }
    }
}
