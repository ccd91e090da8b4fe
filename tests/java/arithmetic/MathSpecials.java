import java.util.function.DoubleUnaryOperator;

// java.lang.Math's sin, cos, tan, exp, log, log10, pow: special cases as the class's specification lists them, and ordinary arguments.
public class MathSpecials {
    static final double[] SPECIAL = {0.0, -0.0, 1, -1, 0.5, 2, 3, -2, 10, 100, 1e22, Math.PI, Math.PI / 2, Math.E, Double.MIN_VALUE, Double.MAX_VALUE,
        -Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN};

    static void show(String name, DoubleUnaryOperator function) {
        StringBuilder line = new StringBuilder(name);
        for (double x : SPECIAL) line.append(' ').append(function.applyAsDouble(x));
        System.out.println(line);
        double sum = 0;
        for (int i = 1; i <= 1000; i++) sum += Math.abs(function.applyAsDouble(i / 64.0)) % 1000;
        System.out.printf("%s %.6f%n", name, sum);
    }

    public static void main(String[] args) {
        show("sin", Math::sin);
        show("cos", Math::cos);
        show("tan", Math::tan);
        show("exp", Math::exp);
        show("log", Math::log);
        show("log10", Math::log10);
        for (double x : SPECIAL) {
            StringBuilder line = new StringBuilder("pow " + x);
            for (double y : SPECIAL) line.append(' ').append(Math.pow(x, y));
            System.out.println(line);
        }
        for (int power = -20; power <= 20; power++) System.out.print(Math.log10(Math.pow(10, power)) + (power == 20 ? "\n" : " "));
    }
}
