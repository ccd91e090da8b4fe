import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import static java.lang.invoke.MethodType.methodType;

// MethodHandleProxies: which types may be made of a handle, conversions, Object's methods and defaults of such objects, exceptions that go through.
public class ProxiesOfHandles {
    public interface Twice { Object one(Object o); Object one(Integer i, String s); }
    public interface Two { void a(); void b(); }
    public interface Checked { int run(String s) throws java.io.IOException; }
    public interface Same { boolean equals(Object o); String toString(); long only(long x); }
    interface Narrow { void n(); }
    static int parse(String s) throws Exception {
        if (s.startsWith("io")) throw new java.io.IOException(s);
        if (s.startsWith("check")) throw new Exception(s);
        return Integer.parseInt(s);
    }
    static Object varargs(Object... all) { return all.length; }

    interface Action { Object run() throws Throwable; }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (Throwable t) {
            System.out.println(what + ": " + t + (t.getCause() == null ? "" : " <- " + t.getCause()));
        }
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws Throwable {
        Lookup l = MethodHandles.lookup();
        MethodHandle parse = l.findStatic(ProxiesOfHandles.class, "parse", methodType(int.class, String.class)), varargs = l.findStatic(ProxiesOfHandles.class, "varargs", methodType(Object.class, Object[].class)), now = MethodHandles.constant(int.class, 42);
        Function<Object, Object> f = MethodHandleProxies.asInterfaceInstance(Function.class, parse);
        attempt("function", () -> f.apply("12") + " " + f.andThen(x -> (int) x + 1).apply("5"));
        attempt("not a String", () -> f.apply(5));
        attempt("not a number", () -> f.apply("x"));
        attempt("checked", () -> f.apply("check"));
        Checked checked = MethodHandleProxies.asInterfaceInstance(Checked.class, parse);
        attempt("declared", () -> checked.run("io"));
        attempt("undeclared", () -> checked.run("check"));
        attempt("supplier", () -> MethodHandleProxies.asInterfaceInstance(IntSupplier.class, now).getAsInt() + " " + ((Supplier<Object>) MethodHandleProxies.asInterfaceInstance(Supplier.class, now)).get());
        attempt("runnable", () -> { MethodHandleProxies.asInterfaceInstance(Runnable.class, now).run(); return "ran"; });
        attempt("comparator", () -> { Comparator<Object> c = MethodHandleProxies.asInterfaceInstance(Comparator.class, l.findVirtual(String.class, "compareTo", methodType(int.class, String.class))); return c.compare("a", "b") + " " + c.reversed().compare("a", "b"); });
        attempt("overloads", () -> { Twice t = MethodHandleProxies.asInterfaceInstance(Twice.class, varargs); return t.one("x") + " " + t.one(1, "y"); });
        attempt("object methods", () -> { Same s = MethodHandleProxies.asInterfaceInstance(Same.class, MethodHandles.identity(long.class)); return s.only(7L) + " " + s.equals(s) + " " + s.equals("x") + " " + (s.hashCode() == s.hashCode()) + " " + s.toString().replaceAll("[0-9a-f]{4,}", "ID").replaceAll("\\d+", "N"); });
        attempt("two methods", () -> MethodHandleProxies.asInterfaceInstance(Two.class, now));
        attempt("class", () -> MethodHandleProxies.asInterfaceInstance(Object.class, now));
        attempt("not public", () -> MethodHandleProxies.asInterfaceInstance(Narrow.class, now));
        attempt("no fit", () -> MethodHandleProxies.asInterfaceInstance(BiFunction.class, parse));
        attempt("wrapped", () -> MethodHandleProxies.isWrapperInstance(f) + " " + MethodHandleProxies.isWrapperInstance("f") + " " + (MethodHandleProxies.wrapperInstanceTarget(f) == parse) + " " + MethodHandleProxies.wrapperInstanceType(f));
        attempt("not wrapped", () -> MethodHandleProxies.wrapperInstanceTarget((Callable<Object>) () -> 1));
        attempt("varargs", () -> ((BiFunction<Object, Object, Object>) MethodHandleProxies.asInterfaceInstance(BiFunction.class, varargs)).apply(1, 2));
    }
}
