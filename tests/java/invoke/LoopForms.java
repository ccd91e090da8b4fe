import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import static java.lang.invoke.MethodType.methodType;

// MethodHandles.loop with each clause left out in turn, whileLoop, doWhileLoop, countedLoop, iteratedLoop; loops that throw; tryFinally inside loops.
public class LoopForms {
    static final Lookup LOOKUP = MethodHandles.lookup();
    static int inc(int i) { return i + 1; }
    static int start(int n) { return n % 10; }
    static boolean below(int i, int n) { return i < n; }
    static int step(int i, int n) { if (i == 77) throw new IllegalStateException("at 77"); return i + 1; }
    static long sum(long s, int i, int n) { return s + i; }
    static long sum2(int i, long s, int n) { return s + i; }
    static int count(int i, long s, int n) { return i + 1; }
    static boolean more(int i, long s, int n) { return i < n; }
    static String done(int i, long s, int n) { return i + "/" + s + "/" + n; }
    static void note(int i) { System.out.print(i + " "); }
    static List<String> add(List<String> l, String s) { l.add(0, s); return l; }
    static Iterator<Integer> numbers(int n) { List<Integer> l = new ArrayList<>(); for (int k = 0; k < n; k++) l.add(k * k); return l.iterator(); }
    static double mean(double acc, Integer x, int n) { return acc + (double) x / n; }
    static void print(Integer x) { System.out.print("<" + x + ">"); }
    static int cleanup(Throwable t, int result, int i) { return t == null ? result + 1 : -i; }
    static String grow(String s, int i) { return s.length() > 20 ? s : s + i; }

    static MethodHandle find(String name, Class<?> r, Class<?>... p) throws Exception { return LOOKUP.findStatic(LoopForms.class, name, methodType(r, p)); }

    interface Maker { MethodHandle make() throws Throwable; }

    static void attempt(String what, Maker maker, Object... arguments) {
        try {
            MethodHandle h = maker.make();
            System.out.print(what + " " + h.type() + ": ");
            System.out.println(h.invokeWithArguments(arguments));
        } catch (Throwable t) {
            System.out.println(what + ": " + t);
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandle inc = find("inc", int.class, int.class), below = find("below", boolean.class, int.class, int.class), step = find("step", int.class, int.class, int.class);
        MethodHandle count = find("count", int.class, int.class, long.class, int.class), more = find("more", boolean.class, int.class, long.class, int.class), done = find("done", String.class, int.class, long.class, int.class), sum2 = find("sum2", long.class, int.class, long.class, int.class);
        MethodHandle zero = MethodHandles.constant(int.class, 0), start = find("start", int.class, int.class);
        attempt("two variables", () -> MethodHandles.loop(new MethodHandle[] {zero, count, more, done}, new MethodHandle[] {null, sum2}), 100);
        attempt("init with argument", () -> MethodHandles.loop(new MethodHandle[] {start, count, more, done}, new MethodHandle[] {MethodHandles.constant(long.class, 1L << 40), sum2}), 100);
        attempt("no fini", () -> MethodHandles.loop(new MethodHandle[] {zero, count, more}, new MethodHandle[] {null, sum2}), 100);
        attempt("no variable", () -> MethodHandles.loop(new MethodHandle[] {null, null, find("below", boolean.class, int.class, int.class), MethodHandles.constant(String.class, "end")}), 5, 5);
        attempt("no predicate", () -> MethodHandles.loop(new MethodHandle[] {zero, inc}));
        attempt("no clauses", () -> MethodHandles.loop());
        attempt("wrong step", () -> MethodHandles.loop(new MethodHandle[] {zero, find("done", String.class, int.class, long.class, int.class), more}));
        attempt("wrong predicate", () -> MethodHandles.loop(new MethodHandle[] {zero, inc, inc}));
        attempt("throws", () -> MethodHandles.loop(new MethodHandle[] {zero, step, below, inc}), 100);
        attempt("while", () -> MethodHandles.whileLoop(zero, below, step), 50);
        attempt("while with start", () -> MethodHandles.whileLoop(start, below, step), 37);
        attempt("while void", () -> MethodHandles.whileLoop(null, MethodHandles.dropArguments(MethodHandles.constant(boolean.class, false), 0, int.class), find("note", void.class, int.class)), 3);
        attempt("do while", () -> MethodHandles.doWhileLoop(zero, step, below), -5);
        attempt("do while throws", () -> MethodHandles.doWhileLoop(MethodHandles.constant(int.class, 77), step, below), 100);
        attempt("counted", () -> MethodHandles.countedLoop(MethodHandles.identity(int.class), MethodHandles.dropArguments(MethodHandles.constant(String.class, ">"), 0, int.class), MethodHandles.dropArguments(find("grow", String.class, String.class, int.class), 2, int.class)), 12);
        attempt("counted from", () -> MethodHandles.countedLoop(MethodHandles.constant(int.class, -2), MethodHandles.constant(int.class, 3), null, find("note", void.class, int.class)));
        attempt("counted none", () -> MethodHandles.countedLoop(MethodHandles.constant(int.class, 3), MethodHandles.constant(int.class, 3), MethodHandles.constant(String.class, "init"), find("grow", String.class, String.class, int.class)));
        attempt("counted wrong", () -> MethodHandles.countedLoop(MethodHandles.constant(long.class, 3L), null, inc));
        attempt("iterated list", () -> MethodHandles.iteratedLoop(null, LOOKUP.findConstructor(ArrayList.class, methodType(void.class)).asType(methodType(List.class)), find("add", List.class, List.class, String.class)), List.of("a", "b", "c"));
        attempt("iterated by", () -> MethodHandles.iteratedLoop(find("numbers", Iterator.class, int.class), MethodHandles.dropArguments(MethodHandles.constant(double.class, 0.5), 0, int.class), find("mean", double.class, double.class, Integer.class, int.class)), 4);
        attempt("iterated void", () -> MethodHandles.iteratedLoop(find("numbers", Iterator.class, int.class), null, find("print", void.class, Integer.class)), 4);
        attempt("iterated null", () -> MethodHandles.iteratedLoop(null, null, find("print", void.class, Integer.class)), (Object) null);
        attempt("iterated cast", () -> MethodHandles.iteratedLoop(null, null, find("print", void.class, Integer.class)), List.of(1, "two"));
        MethodHandle guarded = MethodHandles.tryFinally(MethodHandles.dropArguments(inc, 1, long.class).asType(methodType(int.class, int.class, long.class)), MethodHandles.dropArguments(find("cleanup", int.class, Throwable.class, int.class, int.class), 3, long.class));
        attempt("try in loop", () -> MethodHandles.countedLoop(MethodHandles.constant(int.class, 1000), zero, MethodHandles.insertArguments(guarded, 1, 5L).asType(methodType(int.class, int.class)).type().parameterCount() == 1 ? MethodHandles.dropArguments(MethodHandles.insertArguments(guarded, 1, 5L), 1, int.class) : null));
        attempt("finally of throw", () -> MethodHandles.tryFinally(MethodHandles.insertArguments(step, 1, 0), find("cleanup", int.class, Throwable.class, int.class, int.class)), 77);
        attempt("finally of void", () -> MethodHandles.tryFinally(find("note", void.class, int.class), MethodHandles.dropArguments(MethodHandles.empty(methodType(void.class)), 0, Throwable.class)), 4);
        attempt("finally wrong", () -> MethodHandles.tryFinally(inc, MethodHandles.empty(methodType(long.class, Throwable.class, int.class))));
        MethodHandle nested = MethodHandles.countedLoop(MethodHandles.constant(int.class, 20), zero, MethodHandles.foldArguments(MethodHandles.dropArguments(MethodHandles.identity(int.class), 1, int.class, int.class),
            MethodHandles.dropArguments(MethodHandles.countedLoop(MethodHandles.identity(int.class), null, MethodHandles.dropArguments(inc, 1, int.class, int.class)), 1, int.class)));
        attempt("nested", () -> nested);
    }
}
