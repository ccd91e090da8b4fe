// Attributes for javap to print: records, sealed and nested types, annotations of all kinds, switches, lambdas.

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.function.IntUnaryOperator;

@Deprecated(since = "1", forRemoval = true)
public class Kinds {
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER})
    @interface Mark {
        String value() default "x";
        Class<?>[] types() default {int.class, Kinds.class};
    }

    sealed interface Shape permits Square, Circle {}
    record Square(@Mark("side") int side) implements Shape {}
    record Circle(double r, List<@Mark String> names) implements Shape {}
    enum Colour { RED, GREEN { @Override String text() { return "g"; } }; String text() { return "r"; } }

    static final long BIG = 1L << 40;
    static final String TEXT = "caf\u00e9\n";

    static <@Mark T extends Comparable<T>> int choose(String word, T other) throws @Mark IllegalStateException {
        switch (word) {
            case "one": return 1;
            case "two": return 2;
            default:
        }
        IntUnaryOperator twice = i -> i * 2;
        try {
            return twice.applyAsInt(switch (Colour.valueOf(word)) { case RED -> 10; case GREEN -> 1000; });
        } catch (IllegalArgumentException | NullPointerException e) {
            throw new IllegalStateException("no " + word + other, e);
        } finally {
            synchronized (Kinds.class) {
                System.out.println(TEXT);
            }
        }
    }
}
