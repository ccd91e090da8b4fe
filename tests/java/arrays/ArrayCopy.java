import java.util.Arrays;

// System.arraycopy: overlap both ways, every error text, partial copies before an ArrayStoreException, conversion of types refused.
public class ArrayCopy {
    static void attempt(Object from, int at, Object to, int into, int count) {
        try {
            System.arraycopy(from, at, to, into, count);
            System.out.println("copied " + count);
        } catch (RuntimeException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        int[] a = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        System.arraycopy(a, 0, a, 3, 5);
        System.out.println(Arrays.toString(a));
        System.arraycopy(a, 4, a, 1, 6);
        System.out.println(Arrays.toString(a));
        String[] s = {"a", "b", "c", "d", "e"};
        System.arraycopy(s, 1, s, 0, 4);
        System.out.println(Arrays.toString(s));
        System.arraycopy(s, 0, s, 2, 3);
        System.out.println(Arrays.toString(s));
        byte[] bytes = new byte[20];
        for (int i = 0; i < 20; i++) {
            bytes[i] = (byte) i;
        }
        System.arraycopy(bytes, 3, bytes, 4, 13);
        System.arraycopy(bytes, 9, bytes, 2, 11);
        System.out.println(Arrays.toString(bytes));
        attempt(a, -1, a, 0, 1);
        attempt(a, 0, a, -1, 1);
        attempt(a, 0, a, 0, -1);
        attempt(a, 8, a, 0, 3);
        attempt(a, 0, a, 9, 2);
        attempt(a, Integer.MAX_VALUE, a, 0, Integer.MAX_VALUE);
        attempt(a, 10, a, 10, 0);
        attempt(a, 11, a, 0, 0);
        attempt(s, 3, s, 0, 3);
        attempt(s, 0, new Object[1], 0, 3);
        attempt(s, -4, new Object[1], 0, 3);
        attempt(a, 0, new long[10], 0, 1);
        attempt(a, 0, s, 0, 1);
        attempt(s, 0, a, 0, 1);
        attempt("text", 0, a, 0, 1);
        attempt(a, 0, "text", 0, 1);
        attempt(null, 0, a, 0, 1);
        attempt(a, 0, null, 0, 1);
        attempt(new byte[4], 0, new boolean[4], 0, 1);
        attempt(new byte[3], 5, new byte[3], 0, 1);
        attempt(new char[3], 0, new char[3], 1, 3);
        Object[] mixed = {"x", "y", 5, "z"};
        String[] target = new String[4];
        attempt(mixed, 0, target, 0, 4);
        System.out.println(Arrays.toString(target)); // expect: [x, y, null, null]
        attempt(new Integer[] {1, 2}, 0, new Number[2], 0, 2);
        attempt(new Object[] {1, null}, 0, new Integer[2], 0, 2);
        attempt(new Object[][] {{1}, {"s"}}, 0, new Integer[2][], 0, 2);
        System.out.println(Arrays.toString(Arrays.copyOfRange(a, 5, 13)) + Arrays.toString(Arrays.copyOf(s, 2)));
        long[] big = new long[1000];
        Arrays.setAll(big, i -> i);
        System.arraycopy(big, 1, big, 0, 999);
        System.arraycopy(big, 0, big, 500, 500);
        System.out.println(Arrays.stream(big).sum());
    }
}
