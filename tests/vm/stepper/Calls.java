import java.util.function.IntUnaryOperator;

/** Calls that the source does not show: a lambda, a string concatenation; and an exception on its way. */
public class Calls {
    static int twice(IntUnaryOperator operation, int value) {
        return operation.applyAsInt(operation.applyAsInt(value));
    }

    static int checked(int value) {
        if (value > 100) {
            throw new IllegalArgumentException("too much");
        }
        return value;
    }

    public static void main(String[] args) {
        int base = 5;
        System.out.println(twice(value -> value * base, 3));
        try {
            checked(500);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
