import java.util.*;

// A tiny expression interpreter and a brainf*** machine: long loops over strings, stacks and maps in plain Java.
public class Scripts {
    static int at;
    static String src;

    static double expr() {
        double v = term();
        while (at < src.length() && (src.charAt(at) == '+' || src.charAt(at) == '-')) v = src.charAt(at++) == '+' ? v + term() : v - term();
        return v;
    }

    static double term() {
        double v = factor();
        while (at < src.length() && (src.charAt(at) == '*' || src.charAt(at) == '/')) v = src.charAt(at++) == '*' ? v * factor() : v / factor();
        return v;
    }

    static double factor() {
        char c = src.charAt(at);
        if (c == '-') {
            at++;
            return -factor();
        }
        if (c == '(') {
            at++;
            double v = expr();
            if (at >= src.length() || src.charAt(at++) != ')') throw new IllegalStateException("missing ) at " + at);
            return v;
        }
        int start = at;
        while (at < src.length() && (Character.isDigit(src.charAt(at)) || src.charAt(at) == '.')) at++;
        return Double.parseDouble(src.substring(start, at));
    }

    static String run(String program) {
        byte[] tape = new byte[300];
        StringBuilder out = new StringBuilder();
        for (int pc = 0, p = 0, depth; pc < program.length(); pc++) {
            switch (program.charAt(pc)) {
                case '>': p++; break;
                case '<': p--; break;
                case '+': tape[p]++; break;
                case '-': tape[p]--; break;
                case '.': out.append((char) tape[p]); break;
                case '[':
                    if (tape[p] == 0) for (depth = 1; depth > 0;) depth += program.charAt(++pc) == '[' ? 1 : program.charAt(pc) == ']' ? -1 : 0;
                    break;
                case ']':
                    if (tape[p] != 0) for (depth = 1; depth > 0;) depth += program.charAt(--pc) == ']' ? 1 : program.charAt(pc) == '[' ? -1 : 0;
                    break;
                default:
            }
        }
        return out.toString();
    }

    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"1+2*3", "-(4-6)*2.5/(1+1)", "2*(3+(4*(5-(6/2))))", "1/0", "((1)", "x", "8/4/2-1-1"}) {
            src = s;
            at = 0;
            try {
                System.out.println(s + " = " + expr());
            } catch (RuntimeException e) {
                System.out.println(s + " -> " + e);
            }
        }
        System.out.println(run("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+."));
        Map<Long, Integer> seen = new HashMap<>();
        long longest = 0;
        int best = 0;
        for (long n = 1; n < 3000; n++) {
            int steps = 0;
            for (long k = n; k != 1; k = (k & 1) == 0 ? k >> 1 : 3 * k + 1) {
                Integer known = k < n ? seen.get(k) : null;
                if (known != null) {
                    steps += known;
                    break;
                }
                steps++;
            }
            seen.put(n, steps);
            if (steps > best) {
                best = steps;
                longest = n;
            }
        }
        System.out.println(longest + " " + best); // expect: 2919 216
    }
}
