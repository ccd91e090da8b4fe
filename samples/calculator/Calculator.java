// A recursive-descent calculator: strings, switches and exceptions. Expressions are arguments; without any it shows a few.
public class Calculator {
    private final String text;
    private int at;

    Calculator(String text) {
        this.text = text.replace(" ", "");
    }

    double value() {
        double result = sum();
        if (at < text.length()) {
            throw new IllegalArgumentException("unexpected '" + text.charAt(at) + "' at " + at);
        }
        return result;
    }

    private double sum() {
        double left = product();
        while (next('+') || next('-')) {
            char sign = text.charAt(at++);
            double right = product();
            left = sign == '+' ? left + right : left - right;
        }
        return left;
    }

    private double product() {
        double left = operand();
        while (next('*') || next('/')) {
            char sign = text.charAt(at++);
            double right = operand();
            left = sign == '*' ? left * right : left / right;
        }
        return left;
    }

    private double operand() {
        if (next('-')) {
            at++;
            return -operand();
        }
        if (next('(')) {
            at++;
            double inner = sum();
            if (!next(')')) {
                throw new IllegalArgumentException("missing ) at " + at);
            }
            at++;
            return inner;
        }
        int start = at;
        while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
            at++;
        }
        if (start == at) {
            throw new IllegalArgumentException("a number is wanted at " + at);
        }
        return Double.parseDouble(text.substring(start, at));
    }

    private boolean next(char c) {
        return at < text.length() && text.charAt(at) == c;
    }

    public static void main(String[] args) {
        String[] inputs = args.length > 0 ? args : new String[] {"1 + 2 * 3", "(1 + 2) * 3", "-(4 - 6) / 0", "2 * (3"};
        for (String input : inputs) {
            try {
                System.out.println(input + " = " + new Calculator(input).value());
            } catch (IllegalArgumentException e) {
                System.out.println(input + ": " + e.getMessage());
            }
        }
    }
}
