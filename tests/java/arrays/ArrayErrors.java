// Messages of array faults: index, store, negative size, null, cast; and that an index fault leaves side effects before it done.
public class ArrayErrors {
    interface Body {
        void run() throws Exception;
    }

    static void attempt(String what, Body body) {
        try {
            body.run();
            System.out.println(what + ": no exception");
        } catch (Throwable e) {
            System.out.println(what + ": " + e);
        }
    }

    static int calls;

    static int next() {
        return ++calls;
    }

    public static void main(String[] args) {
        int[] ints = new int[3];
        byte[] bytes = new byte[2];
        boolean[] flags = new boolean[2];
        char[] chars = {};
        short[] shorts = new short[1];
        long[] longs = new long[1];
        float[] floats = new float[1];
        double[] doubles = new double[1];
        Object[] strings = new String[2];
        Object[][] nested = new Integer[2][2];
        attempt("iaload", () -> System.out.println(ints[3]));
        attempt("iastore", () -> ints[-1] = 5);
        attempt("baload", () -> System.out.println(bytes[Integer.MIN_VALUE]));
        attempt("bastore", () -> bytes[2]++);
        attempt("zaload", () -> System.out.println(flags[2]));
        attempt("caload", () -> System.out.println(chars[0]));
        attempt("saload", () -> System.out.println(shorts[Integer.MAX_VALUE]));
        attempt("laload", () -> System.out.println(longs[1]));
        attempt("lastore", () -> longs[-2] = next());
        attempt("faload", () -> floats[1] += 1);
        attempt("dastore", () -> doubles[1] = next());
        attempt("aaload", () -> System.out.println(strings[2]));
        attempt("aastore", () -> strings[0] = 5);
        attempt("aastore array", () -> strings[0] = new int[1]);
        attempt("aastore nested", () -> nested[0] = new Object[1]);
        attempt("aastore nested good", () -> nested[0] = new Integer[1]);
        attempt("aastore string in row", () -> nested[1][0] = "s");
        attempt("aastore index first", () -> strings[5] = (Object) 5);
        attempt("aastore null", () -> strings[1] = null);
        attempt("newarray", () -> System.out.println(new int[-1].length));
        attempt("anewarray", () -> System.out.println(new String[Integer.MIN_VALUE].length));
        attempt("checkcast", () -> System.out.println(((Integer[]) strings).length));
        attempt("checkcast 2", () -> System.out.println(((int[]) (Object) longs).length));
        attempt("checkcast 3", () -> System.out.println(((Object[]) (Object) ints).length));
        attempt("clone index", () -> System.out.println(ints.clone()[7]));
        int i = 0;
        try {
            ints[i = 7] = next();
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(i + " " + calls);
        }
        System.out.println(calls);
        ArrayIndexOutOfBoundsException own = new ArrayIndexOutOfBoundsException(12);
        System.out.println(own.getMessage());
    }
}
