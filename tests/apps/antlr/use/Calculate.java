// Evaluates with the generated parser; shows trees, tokens and syntax errors.

import java.util.Map;
import java.util.TreeMap;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.tree.ParseTree;

public class Calculate extends CalcBaseVisitor<Double> {
    private final Map<String, Double> variables = new TreeMap<>();

    @Override public Double visitAssign(CalcParser.AssignContext c) { return variables.merge(c.NAME().getText(), visit(c.expression()), (old, now) -> now); }
    @Override public Double visitPrint(CalcParser.PrintContext c) { Double v = visit(c.expression()); System.out.println(c.getText() + " = " + v); return v; }
    @Override public Double visitNegate(CalcParser.NegateContext c) { return -visit(c.expression()); }
    @Override public Double visitPower(CalcParser.PowerContext c) { return Math.pow(visit(c.expression(0)), visit(c.expression(1))); }
    @Override public Double visitNumber(CalcParser.NumberContext c) { return Double.valueOf(c.getText()); }
    @Override public Double visitVariable(CalcParser.VariableContext c) { return variables.getOrDefault(c.getText(), Double.NaN); }
    @Override public Double visitParens(CalcParser.ParensContext c) { return visit(c.expression()); }

    @Override public Double visitTimes(CalcParser.TimesContext c) {
        double a = visit(c.expression(0));
        double b = visit(c.expression(1));
        return switch (c.op.getText()) { case "*" -> a * b; case "/" -> a / b; default -> a % b; };
    }

    @Override public Double visitPlus(CalcParser.PlusContext c) {
        double a = visit(c.expression(0));
        double b = visit(c.expression(1));
        return c.op.getText().equals("+") ? a + b : a - b;
    }

    @Override public Double visitCall(CalcParser.CallContext c) {
        double[] values = c.expression().stream().mapToDouble(this::visit).toArray();
        return switch (c.NAME().getText()) {
            case "max" -> java.util.Arrays.stream(values).max().orElse(0);
            case "sqrt" -> Math.sqrt(values[0]);
            default -> throw new IllegalArgumentException(c.NAME().getText());
        };
    }

    static CalcParser parser(String text) {
        CalcParser parser = new CalcParser(new CommonTokenStream(new CalcLexer(CharStreams.fromString(text))));
        parser.removeErrorListeners();
        parser.addErrorListener(new BaseErrorListener() {
            @Override public void syntaxError(Recognizer<?, ?> r, Object symbol, int line, int column, String message, RecognitionException e) {
                System.out.println("error " + line + ":" + column + " " + message);
            }
        });
        return parser;
    }

    public static void main(String[] args) {
        Calculate calculate = new Calculate();
        calculate.visit(parser("a = 3 * (2 + 4) # note\nb = -a ^ 2 ^ 0.5\na; b; a % 4 - 10 / 4; max(1, sqrt(a), \u03b1)\n").program());
        CalcParser parser = parser("x = 1 + 2 * y;");
        ParseTree tree = parser.program();
        System.out.println(tree.toStringTree(parser));
        for (String wrong : new String[] {"1 + ;", "(1", "a b;", "= 3;", "max(1,);"}) {
            parser(wrong).program();
        }
        StringBuilder deep = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            deep.append("(1+");
        }
        deep.append('1').append(")".repeat(300)).append(";");
        calculate.variables.put("deep", calculate.visit(parser("d = " + deep).program().statement(0)));
        System.out.println(calculate.variables);
    }
}
