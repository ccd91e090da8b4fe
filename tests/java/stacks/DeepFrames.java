// Deep but legal recursion of mixed kinds, with live references in every frame that a collection must find.
public class DeepFrames {
    static int ackermann(int m, int n) {
        return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    static String build(int n, String so, long mark, int[] cell) {
        String mine = "n" + n;
        int[] own = {n};
        if (n == 0) {
            System.gc();
            return so.length() + mine;
        }
        String below = build(n - 1, mine, mark * 31 + n, own);
        if (own[0] != (n == 0 ? 0 : -n) || !mine.equals("n" + n)) {
            throw new AssertionError("frame " + n + " lost its values");
        }
        cell[0] = -cell[0];
        return n % 100 == 0 ? below + "," + mine : below;
    }

    static boolean even(int n) { return n == 0 || odd(n - 1); }

    static boolean odd(int n) { return n != 0 && even(n - 1); }

    static int hanoi(int n, StringBuilder from, StringBuilder over, StringBuilder to) {
        if (n == 0) return 0;
        int moves = hanoi(n - 1, from, to, over);
        to.append(from.charAt(from.length() - 1));
        from.setLength(from.length() - 1);
        return moves + 1 + hanoi(n - 1, over, from, to);
    }

    public static void main(String[] args) {
        System.out.println(ackermann(2, 300) + " " + ackermann(3, 4)); // expect: 603 125
        int[] first = {500};
        for (int k = 0; k < 1; k++) {
            try {
                System.out.println(build(500, "", 1, first));
            } catch (AssertionError e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(first[0] + " " + even(3000) + " " + odd(3000));
        StringBuilder a = new StringBuilder("jihgfedcba"), b = new StringBuilder(), c = new StringBuilder();
        System.out.println(hanoi(10, a, b, c) + " " + a + b + c); // expect: 1023 jihgfedcba
    }
}
