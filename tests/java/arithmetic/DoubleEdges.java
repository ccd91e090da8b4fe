// IEEE 754 doubles: signed zeros, infinities, NaN, denormals; remainder truncates like C's fmod, not IEEE remainder.
public class DoubleEdges {
    static final double[] EDGES = {0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 1e-310, -1e-310, Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE,
        -Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN, 1e300, Math.PI, 4503599627370496.5, 9007199254740993.0};

    static String bits(double value) {
        return Long.toHexString(Double.doubleToLongBits(value));
    }

    static long mix(long hash, double value) {
        return hash * 31 + Double.doubleToLongBits(value);
    }

    public static void main(String[] args) {
        for (double a : EDGES) {
            long h = 0;
            int order = 0;
            for (double b : EDGES) {
                h = mix(h, a + b);
                h = mix(h, a - b);
                h = mix(h, a * b);
                h = mix(h, a / b);
                h = mix(h, a % b);
                order = order * 3 + (a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a == b ? 4 : 0) + (a != b ? 8 : 0) + (a > b ? 16 : 0) + (a >= b ? 32 : 0);
                order = order * 3 + (!(a < b) ? 1 : 0) + (!(a >= b) ? 2 : 0) + Double.compare(a, b);
            }
            System.out.println(a + " " + bits(a) + " " + bits(-a) + " " + Long.toHexString(h) + " " + order);
        }
        System.out.println(5.5 % 2.5 + " " + -5.5 % 2.5 + " " + 5.5 % -2.5 + " " + -0.0 % 3); // expect: 0.5 -0.5 0.5 -0.0
        System.out.println(1 / -0.0 + " " + 0.0 / 0.0 + " " + (0.0 == -0.0) + " " + Double.valueOf(0.0).equals(-0.0)); // expect: -Infinity NaN true false
        double nan = Double.NaN;
        System.out.println((nan != nan) + " " + (nan < nan) + " " + (nan >= nan) + " " + Math.max(nan, 1) + " " + Math.min(-0.0, 0.0));
        System.out.println(0.1 + 0.2);
        double sum = 0;
        for (int i = 1; i <= 1000; i++) {
            sum += 1.0 / i;
        }
        System.out.println(sum + " " + bits(sum));
        System.out.println(1e-5 + " " + 1e7 + " " + 123456789.125 + " " + 1.0E-3 + " " + 100.0 + " " + 4.9e-324 + " " + 2.2250738585072014E-308);
    }
}
