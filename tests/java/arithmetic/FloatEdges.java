// IEEE 754 floats: results are rounded to float at each step, never kept wider.
public class FloatEdges {
    static final float[] EDGES = {0f, -0f, 1f, -1f, 0.5f, 2.5f, -3.75f, 16777216f, 16777217f, Float.MIN_VALUE, Float.MIN_NORMAL, 1e-40f, Float.MAX_VALUE,
        -Float.MAX_VALUE, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NaN, 3.1415927f, 1e30f};

    static int mix(int hash, float value) {
        return hash * 31 + Float.floatToIntBits(value);
    }

    public static void main(String[] args) {
        for (float a : EDGES) {
            int h = 0;
            int order = 0;
            for (float b : EDGES) {
                h = mix(h, a + b);
                h = mix(h, a - b);
                h = mix(h, a * b);
                h = mix(h, a / b);
                h = mix(h, a % b);
                order = order * 5 + (a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a == b ? 4 : 0) + (a > b ? 8 : 0) + (a >= b ? 16 : 0) + (!(a > b) ? 32 : 0);
            }
            System.out.println(a + " " + Integer.toHexString(Float.floatToIntBits(a)) + " " + Integer.toHexString(h) + " " + order + " " + -a);
        }
        float f = 16777216f;
        f++;
        System.out.println(f); // expect: 1.6777216E7
        float third = 1f / 3f;
        System.out.println(third * 3f + " " + (third + third + third) + " " + (double) third + " " + (0.1f + 0.2f) + " " + (0.1f == 0.1));
        float sum = 0;
        for (int i = 0; i < 100000; i++) {
            sum += 0.1f;
        }
        System.out.println(sum);
        System.out.println(Float.MAX_VALUE * 2f + " " + Float.MIN_VALUE / 2f + " " + 5.5f % 2.5f + " " + -1f % 0f);
        System.out.println(1.0e10f + " " + 1.17549435E-38f + " " + 1.4e-45f + " " + 0.001f + " " + 9999999f + " " + 12345678f);
    }
}
