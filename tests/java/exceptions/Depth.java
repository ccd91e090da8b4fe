import java.lang.reflect.*;
import java.util.*;
import java.util.stream.*;

// Exceptions through reflection, lambdas, streams, threads, class initializers and constructors: types, causes and the frames that remain.
public class Depth {
    public static void boom(int n) { if (n == 0) throw new ArithmeticException("boom"); boom(n - 1); }
    static class Init { static final int V; static { boom(2); V = 1; } }
    static class Ctor { final int v; Ctor() { boom(1); v = 1; } }
    static String frames(Throwable t) { return Arrays.stream(t.getStackTrace()).filter(f -> f.getClassName().startsWith("Depth")).map(f -> f.getMethodName().replaceAll("\\d+$", "") + ":" + f.getLineNumber()).collect(Collectors.joining(" ")); }
    static void attempt(Runnable r) {
        try {
            r.run();
        } catch (Throwable t) {
            for (Throwable c = t; c != null; c = c.getCause()) System.out.println(c.getClass().getName() + " " + c.getMessage() + " | " + frames(c));
        }
    }

    public static void main(String[] args) throws Exception {
        attempt(() -> boom(3));
        attempt(Ctor::new);
        attempt(() -> System.out.println(Init.V));
        attempt(() -> Stream.of(1, 2).map(x -> 1 / (x - 1)).forEach(x -> {}));
        attempt(() -> {
            try {
                Depth.class.getMethod("boom", int.class).invoke(null, 1);
            } catch (ReflectiveOperationException e) {
                throw new RuntimeException("wrapped", e);
            }
        });
        attempt(() -> new TreeSet<String>((a, b) -> { throw new IllegalStateException("compare"); }).add("x"));
        attempt(() -> new Object() { { boom(0); } });
        attempt(() -> List.of(3, 1).iterator().remove());
        attempt(() -> { int[] a = new int[2]; a[2] = 1; });
        attempt(() -> { Object o = "s"; Number n = (Number) o; });
        attempt(() -> { throw new Error("plain", null); });
        StringBuilder order = new StringBuilder();
        try {
            try { boom(0); } finally { order.append("f1 "); try { boom(1); } catch (ArithmeticException e) { order.append("c "); } finally { order.append("f2 "); } }
        } catch (ArithmeticException e) {
            order.append(frames(e));
        }
        System.out.println(order);
    }
}
