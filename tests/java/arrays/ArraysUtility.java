import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;

// java.util.Arrays: sorts that take every path (insertion, quick, counting, TimSort), searches, fills, comparisons.
public class ArraysUtility {
    static int seed = 12345;

    static int next() {
        seed = seed * 1103515245 + 12345;
        return seed >>> 8;
    }

    public static void main(String[] args) {
        for (int n : new int[] {0, 1, 5, 40, 300, 5000}) {
            int[] ints = new int[n];
            double[] doubles = new double[n];
            byte[] bytes = new byte[n];
            Integer[] boxes = new Integer[n];
            String[] strings = new String[n];
            for (int i = 0; i < n; i++) {
                ints[i] = next() - (1 << 22);
                doubles[i] = i % 7 == 0 ? -0.0 : i % 11 == 0 ? Double.NaN : next() / 3.0;
                bytes[i] = (byte) next();
                boxes[i] = next() % 1000;
                strings[i] = "k" + next() % 100;
            }
            Arrays.sort(ints);
            Arrays.sort(doubles);
            Arrays.sort(bytes);
            Arrays.sort(boxes, Collections.reverseOrder());
            Arrays.sort(strings, Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
            System.out.println(n + " " + Arrays.hashCode(ints) + " " + Arrays.hashCode(doubles) + " " + Arrays.hashCode(bytes) + " " + Arrays.hashCode(boxes) + " " + Arrays.hashCode(strings));
            if (n > 0) {
                System.out.println(Arrays.binarySearch(ints, ints[n / 2]) == n / 2 || ints[n / 2] == ints[Arrays.binarySearch(ints, ints[n / 2])]);
                System.out.println(Arrays.binarySearch(ints, Integer.MAX_VALUE) + " " + doubles[0] + " " + doubles[n - 1] + " " + boxes[0] + " " + strings[n - 1]);
            }
        }
        long[] l = new long[6];
        Arrays.fill(l, 2, 4, -1);
        System.out.println(Arrays.toString(l) + Arrays.mismatch(l, new long[] {0, 0, -1, 5}) + Arrays.compare(l, new long[] {0, 1}) + Arrays.equals(l, l.clone()));
        char[] cs = "sorting letters".toCharArray();
        Arrays.sort(cs, 2, 9);
        System.out.println(new String(cs) + " " + Arrays.asList(1, 2, 3) + " " + Arrays.asList("a", null));
        int[] prefix = {1, 2, 3, 4};
        Arrays.parallelPrefix(prefix, (x, y) -> x * y);
        System.out.println(Arrays.toString(prefix));
        try {
            Arrays.sort(prefix, 3, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Arrays.asList(1, 2).add(3);
        } catch (UnsupportedOperationException e) {
            System.out.println(e);
        }
    }
}
