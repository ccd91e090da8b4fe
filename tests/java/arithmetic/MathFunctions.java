// Math where the result is exactly specified, StrictMath everywhere: bits are compared.
public class MathFunctions {
    static void show(String name, double value) {
        System.out.println(name + " " + value + " " + Long.toHexString(Double.doubleToLongBits(value)));
    }

    public static void main(String[] args) {
        double[] xs = {0.0, -0.0, 0.3, -0.7, 1.0, 2.5, -3.5, 10.25, 1e10, 1e-10, 709.0, -745.0, Double.NaN, Double.POSITIVE_INFINITY};
        for (double x : xs) {
            System.out.println("x = " + x);
            show(" sin", StrictMath.sin(x));
            show(" cos", StrictMath.cos(x));
            show(" tan", StrictMath.tan(x));
            show(" exp", StrictMath.exp(x));
            show(" log", StrictMath.log(Math.abs(x)));
            show(" sqrt", Math.sqrt(Math.abs(x)));
            show(" cbrt", StrictMath.cbrt(x));
            show(" atan", StrictMath.atan2(x, 2.0));
            show(" pow", StrictMath.pow(Math.abs(x), 1.7));
            show(" hypot", StrictMath.hypot(x, 3));
            show(" rint", Math.rint(x));
            show(" floor", Math.floor(x));
            show(" ceil", Math.ceil(x));
            System.out.println(" round " + Math.round(x) + " " + Math.round((float) x) + " " + Math.signum(x) + " " + Math.ulp(x) + " " + Math.getExponent(x));
            show(" next", Math.nextUp(x));
            show(" scalb", Math.scalb(x, -3));
            show(" fma", Math.fma(x, 3.1, -1.7));
        }
        System.out.println(Math.floorDiv(-7, 2) + " " + Math.floorMod(-7, 2) + " " + Math.floorMod(7L, -3) + " " + Math.abs(Integer.MIN_VALUE) + " " + Math.IEEEremainder(5.5, 2));
        System.out.println(Math.sqrt(-1) + " " + Math.max(-0.0, 0.0) + " " + Math.min(0.0f, -0.0f) + " " + Math.copySign(3, -0.0) + " " + Math.round(0.49999999999999994) + " " + Math.round(-2.5));
        try {
            Math.addExact(Integer.MAX_VALUE, 1);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage()); // expect: integer overflow
        }
        try {
            Math.multiplyExact(1L << 40, 1L << 40);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage()); // expect: long overflow
        }
        try {
            Math.toIntExact(1L << 31);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
