// Labelled break and continue through nested loops, blocks and try-finally; loops with empty parts; do-while with continue.
public class Labels {
    static StringBuilder log = new StringBuilder();

    static int search(int[][] grid, int want) {
        int steps = 0;
        found:
        {
            for (int[] row : grid) {
                for (int cell : row) {
                    steps++;
                    if (cell == want) {
                        break found;
                    }
                }
            }
            steps = -steps;
        }
        return steps;
    }

    static String withFinally() {
        StringBuilder s = new StringBuilder();
        outer:
        for (int i = 0; i < 4; i++) {
            for (int j = 0; ; j++) {
                try {
                    if (j == i) {
                        continue outer;
                    }
                    if (i == 3) {
                        break outer;
                    }
                    s.append(i).append(j).append(' ');
                } finally {
                    s.append('f');
                }
            }
        }
        return s.toString();
    }

    static int finallyOverrides() {
        for (int i = 0; ; i++) {
            try {
                if (i < 3) {
                    throw new RuntimeException("again");
                }
                return i;
            } finally {
                if (i < 3) {
                    continue;
                }
            }
        }
    }

    public static void main(String[] args) {
        int[][] grid = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
        System.out.println(search(grid, 5) + " " + search(grid, 10)); // expect: 5 -9
        System.out.println(withFinally());
        System.out.println(finallyOverrides()); // expect: 3
        int i = 10;
        do {
            if (i % 2 == 0) {
                continue;
            }
            log.append(i).append(',');
        } while (--i > 0);
        System.out.println(log);
        int primes = 0;
        next:
        for (int n = 2; n < 2000; n++) {
            for (int d = 2; d * d <= n; d++) {
                if (n % d == 0) {
                    continue next;
                }
            }
            primes++;
        }
        System.out.println(primes); // expect: 303
        for (int a = 0, b = 10; a < b; a += 2, b--) {
            System.out.print(a + ":" + b + " ");
        }
        System.out.println();
        boolean t = true, f = false;
        System.out.println((t && f || t) + " " + (t & f | t ^ t) + " " + (!t || f ? "a" : t ? "b" : "c") + " " + (f && 1 / (i - i) == 0));
    }
}
