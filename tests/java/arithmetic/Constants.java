// Every way a constant reaches the stack: iconst, bipush, sipush, ldc, ldc_w, ldc2_w, fconst, dconst; both sides of each border.
public class Constants {
    static final int MIN = Integer.MIN_VALUE;
    static final long LONG = 0x123456789abcdefL;
    static final float FLOAT = 1.0e-10f;
    static final double DOUBLE = Math.E;
    static final String TEXT = "constant " + MIN + ' ' + true + 1.5f;
    static final char CHAR = '\u00e9';
    static final byte BYTE = -1;

    public static void main(String[] args) {
        int[] ints = {-1, 0, 1, 2, 3, 4, 5, 6, -2, 127, 128, -128, -129, 32767, 32768, -32768, -32769, MIN, Integer.MAX_VALUE};
        long[] longs = {0, 1, 2, -1, LONG, Long.MIN_VALUE, 0xffffffffL};
        float[] floats = {0f, 1f, 2f, 3f, -0f, FLOAT, Float.NaN};
        double[] doubles = {0, 1, 2, -0.0, DOUBLE, Double.NaN, Double.MIN_VALUE};
        for (int i : ints) {
            System.out.print(i + " ");
        }
        for (long l : longs) {
            System.out.print(l + " ");
        }
        for (float f : floats) {
            System.out.print(f + " ");
        }
        for (double d : doubles) {
            System.out.print(d + " ");
        }
        System.out.println();
        System.out.println(TEXT + CHAR + BYTE + 'x' + 1_000_000 + 0b1011 + 0777 + 0x1.8p3);
        System.out.println(TEXT == "constant -2147483648 true1.5");
        System.out.println(("const" + "ant").equals("constant") + " " + ("con" + "stant" == "constant"));
        Class<?>[] classes = {int.class, int[].class, String.class, String[][].class, Constants.class, void.class, Runnable.class};
        for (Class<?> c : classes) {
            System.out.print(c.getName() + " ");
        }
        System.out.println();
    }
}
