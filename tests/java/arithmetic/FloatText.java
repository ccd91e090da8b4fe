// Doubles and floats to text and back: shortest forms, exponents, hexadecimal, parse errors.
public class FloatText {
    public static void main(String[] args) {
        double[] ds = {1.0, 10.0, 0.001, 0.0001, 9999999.0, 1.0e7, 123456.789, 2.0e-3, 1.0E23, 2.0E-300, 4.35, 0.3, 1.0 / 3, 100.0 / 3, 1e21, 1e22, Double.MAX_VALUE, Double.MIN_VALUE};
        for (double d : ds) {
            String text = Double.toString(d);
            System.out.println(text + " " + (float) d + " " + Double.toHexString(d) + " " + (Double.parseDouble(text) == d));
        }
        String[] inputs = {"1", " 2.5 ", "-0", "1e400", "1e-400", "NaN", "-Infinity", "0x1.8p1", "1d", "3f", "1e5", ".5", "5.", "1_0", "", "abc", "0x1", "--1"};
        for (String in : inputs) {
            try {
                System.out.println("'" + in + "' " + Double.parseDouble(in) + " " + Float.parseFloat(in));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(Float.parseFloat("16777217") + " " + Float.parseFloat("3.4028236e38") + " " + Float.parseFloat("1.4e-46"));
        System.out.println(Double.longBitsToDouble(0x7ff0000000000001L) + " " + Float.intBitsToFloat(0x7f800001) + " " + Double.isFinite(1e308 * 10));
        long seed = 42;
        long hash = 0;
        for (int i = 0; i < 300; i++) {
            seed = seed * 6364136223846793005L + 1442695040888963407L;
            double d = Double.longBitsToDouble(seed);
            String text = Double.toString(d);
            hash = hash * 31 + text.hashCode();
            if (!Double.isNaN(d) && Double.parseDouble(text) != d) {
                System.out.println("lost " + text);
            }
        }
        System.out.println(Long.toHexString(hash));
    }
}
