import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.VarHandle;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import static java.lang.invoke.MethodType.methodType;

// Exceptions thrown through method handles, lambdas, combinators, VarHandles, proxies: each passes unchanged, and traces show what is not hidden.
// StackWalker and the caller's class see the same.
public class HiddenFramesLeftOut {
    static class Own extends Exception { Own(String s) { super(s); } }
    static Object fail(Object o) throws Own { throw new Own("failed " + o); }
    static Object deep(Object o) { return ((Object[]) o)[7]; }
    static Object rescue(Own e, Object o) { return "rescued " + e.getMessage() + " " + o; }
    static Object walk(Object o) {
        return StackWalker.getInstance().walk(s -> s.limit(4).map(f -> f.getMethodName().replaceAll("lambda\\$main\\$\\d+", "lambda")).collect(Collectors.toList()));
    }
    static Object walkAll(Object o) {
        return StackWalker.getInstance(StackWalker.Option.SHOW_REFLECT_FRAMES).walk(s -> s.limit(5).map(f -> f.getMethodName().replaceAll("lambda\\$main\\$\\d+", "lambda")).collect(Collectors.toList()));
    }
    static Object caller(Object o) { return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass(); }

    interface Action { Object run() throws Throwable; }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (Throwable t) {
            System.out.println(what + ": " + t.toString().replaceAll("@[0-9a-f]+", "@ID"));
            for (StackTraceElement e : t.getStackTrace()) {
                if (e.getMethodName().equals("attempt")) break;
                System.out.println("  " + e.toString().replaceAll("0x[0-9a-f]+", "ID"));
            }
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        MethodHandle fail = l.findStatic(HiddenFramesLeftOut.class, "fail", methodType(Object.class, Object.class)), deep = l.findStatic(HiddenFramesLeftOut.class, "deep", methodType(Object.class, Object.class));
        attempt("exact", () -> (Object) fail.invokeExact((Object) 1));
        attempt("generic", () -> fail.invoke("text"));
        attempt("with arguments", () -> fail.invokeWithArguments(List.of(2)));
        attempt("bound", () -> fail.bindTo("b").invoke());
        attempt("filtered", () -> MethodHandles.filterReturnValue(fail, deep).invoke(1));
        attempt("in filter", () -> MethodHandles.filterArguments(deep, 0, deep).invoke((Object) new Object[3]));
        attempt("guard", () -> MethodHandles.guardWithTest(MethodHandles.dropArguments(MethodHandles.constant(boolean.class, true), 0, Object.class), deep, fail).invoke((Object) null));
        attempt("cast", () -> deep.invoke((Object) "text"));
        attempt("caught", () -> MethodHandles.catchException(fail, Own.class, l.findStatic(HiddenFramesLeftOut.class, "rescue", methodType(Object.class, Own.class, Object.class))).invoke(3));
        attempt("caught other", () -> MethodHandles.catchException(deep, Own.class, l.findStatic(HiddenFramesLeftOut.class, "rescue", methodType(Object.class, Own.class, Object.class))).invoke(3));
        attempt("thrown", () -> MethodHandles.throwException(Object.class, Own.class).invoke(new Own("made")));
        attempt("wrong type", () -> (String) fail.invokeExact("x"));
        attempt("cannot convert", () -> fail.asType(methodType(Object.class, int.class, int.class)));
        attempt("converted argument", () -> (int) MethodHandles.identity(int.class).invoke((Object) "no int"));
        attempt("converted result", () -> (Integer) l.findVirtual(Object.class, "toString", methodType(String.class)).asType(methodType(Object.class, Object.class)).invoke("text"));
        attempt("constructor", () -> l.findConstructor(java.util.ArrayList.class, methodType(void.class, int.class)).invoke(-1));
        attempt("array", () -> MethodHandles.arrayElementGetter(int[].class).invoke(new int[2], 5));
        attempt("var", () -> MethodHandles.arrayElementVarHandle(int[].class).getAndAdd(new int[2], 5, 1));
        attempt("var wrong", () -> MethodHandles.arrayElementVarHandle(int[].class).getAndAdd(new int[2], 5, "x"));
        attempt("lambda", () -> ((Callable<?>) () -> fail(4)).call());
        Function<Object, Object> reference = HiddenFramesLeftOut::deep;
        attempt("method reference", () -> reference.andThen(x -> x).compose(x -> x).apply("c"));
        attempt("stream", () -> List.of(new Object[1], "t").stream().map(HiddenFramesLeftOut::deep).count() + List.of((Object) "t").stream().map(reference).collect(Collectors.toList()).size());
        attempt("proxy", () -> MethodHandleProxies.asInterfaceInstance(Callable.class, fail.bindTo("p")).call());
        attempt("proxy undeclared", () -> MethodHandleProxies.asInterfaceInstance(Comparator.class, MethodHandles.insertArguments(MethodHandles.dropArguments(fail, 0, Object.class, Object.class), 2, "q").asType(methodType(int.class, Object.class, Object.class))).compare("a", "b"));
        attempt("reflection", () -> HiddenFramesLeftOut.class.getDeclaredMethod("fail", Object.class).invoke(null, 5));
        attempt("concat", () -> "x" + new Object() { public String toString() { throw new IllegalStateException("in toString"); } });
        for (MethodHandle h : new MethodHandle[] {l.findStatic(HiddenFramesLeftOut.class, "walk", methodType(Object.class, Object.class)), l.findStatic(HiddenFramesLeftOut.class, "walkAll", methodType(Object.class, Object.class)), l.findStatic(HiddenFramesLeftOut.class, "caller", methodType(Object.class, Object.class))}) {
            attempt("walk exact", () -> (Object) h.invokeExact((Object) 1));
            attempt("walk bound", () -> h.bindTo(1).invoke());
            attempt("walk arguments", () -> h.invokeWithArguments(1));
        }
        Function<Object, Object> walker = HiddenFramesLeftOut::walk;
        attempt("walk lambda", () -> walker.apply(1));
    }
}
