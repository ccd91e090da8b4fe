import java.lang.reflect.Method;
import java.util.Arrays;

// Arrays.copyOf, copyOfRange and clone: longer, shorter and empty copies, the class of the copy, every way to refuse.
public class Copies {
    interface Action { Object run() throws Exception; }

    static void show(String what, Action action) {
        try {
            Object copy = action.run();
            Method text = copy instanceof Object[] ? Arrays.class.getMethod("toString", Object[].class) : Arrays.class.getMethod("toString", copy.getClass());
            System.out.println(what + ": " + copy.getClass().getSimpleName() + " " + text.invoke(null, copy));
        } catch (Throwable t) {
            System.out.println(what + ": " + t);
        }
    }

    public static void main(String[] args) {
        byte[] bytes = {1, -2, 3};
        char[] chars = {'a', 'b', '\uffff'};
        int[] ints = {1, Integer.MIN_VALUE, 3, 4, 5};
        long[] longs = {1L << 40, -1};
        double[] doubles = {0.5, Double.NaN};
        String[] strings = {"x", null, "z"};
        for (int length : new int[] {0, 2, 3, 7, -1}) {
            show("bytes " + length, () -> Arrays.copyOf(bytes, length));
            show("chars " + length, () -> Arrays.copyOf(chars, length));
            show("shorts " + length, () -> Arrays.copyOf(new short[] {7, -7}, length));
            show("ints " + length, () -> Arrays.copyOf(ints, length));
            show("longs " + length, () -> Arrays.copyOf(longs, length));
            show("floats " + length, () -> Arrays.copyOf(new float[] {1.5f}, length));
            show("doubles " + length, () -> Arrays.copyOf(doubles, length));
            show("booleans " + length, () -> Arrays.copyOf(new boolean[] {true, true, true, true}, length));
            show("strings " + length, () -> Arrays.copyOf(strings, length));
        }
        show("null", () -> Arrays.copyOf((int[]) null, 2));
        for (int[] range : new int[][] {{0, 0}, {1, 3}, {2, 9}, {5, 5}, {6, 7}, {-1, 2}, {3, 2}}) {
            show("ints " + range[0] + ".." + range[1], () -> Arrays.copyOfRange(ints, range[0], range[1]));
            show("bytes " + range[0] + ".." + range[1], () -> Arrays.copyOfRange(bytes, range[0], range[1]));
            show("strings " + range[0] + ".." + range[1], () -> Arrays.copyOfRange(strings, range[0], range[1]));
        }
        show("clone", () -> ints.clone());
        show("clone of strings", () -> strings.clone());
        int[][] nested = {{1}, {2, 3}};
        System.out.println((nested.clone()[1] == nested[1]) + " " + (nested.clone() == nested));
        Object[][] keep = new Object[64][];
        for (int i = 0; i < 20000; i++) keep[i % 64] = Arrays.copyOf(strings, i % 300);
        int nulls = 0;
        for (Object[] copy : keep) {
            if (copy.length > 2 && (copy[0] != "x" || copy[2] != "z")) System.out.println("lost");
            for (Object o : copy) nulls += o == null ? 1 : 0;
        }
        System.out.println(nulls);
    }
}
