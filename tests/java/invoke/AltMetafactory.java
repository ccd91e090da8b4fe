import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import static java.lang.invoke.MethodType.methodType;

// LambdaMetafactory: each flag of altMetafactory, each kind of implementation, each conversion; what it refuses and how; SerializedLambda's facts.
public class AltMetafactory {
    interface Marker { }
    interface Other<T> { T other(T t); }
    interface Special extends Function<String, Object> { Object apply(String s); }
    static abstract class NoInterface { abstract void m(); }
    interface Text<T> extends Supplier<T>, Serializable { }
    final int own;
    AltMetafactory(int x) { own = x; }
    static String join(Object a, Object b) { return a + "&" + b; }
    static int length(String s) { return s.length(); }
    String instance(String s) { return own + s; }
    private String secret(String s) { return "secret" + own + s; }
    public String toString() { return "made " + own; }

    static final Lookup LOOKUP = MethodHandles.lookup();

    interface Action { Object run() throws Throwable; }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (Throwable t) {
            System.out.println(what + ": " + t.toString().replaceAll("0x[0-9a-f]+|@[0-9a-f]+", "ID").replaceAll("Lambda\\$\\d+", "Lambda") + (t.getCause() == null ? "" : " <- " + t.getCause().getClass()));
        }
    }

    static Object make(Class<?> face, String name, MethodType erased, MethodHandle target, MethodType instantiated, Object... captured) throws Throwable {
        MethodType factory = methodType(face, Arrays.stream(captured).map(Object::getClass).toArray(Class<?>[]::new));
        return LambdaMetafactory.metafactory(LOOKUP, name, factory, erased, target, instantiated).getTarget().invokeWithArguments(captured);
    }

    static Object alt(Object... flagsAndMore) throws Throwable {
        Object[] arguments = new Object[3 + flagsAndMore.length];
        arguments[0] = methodType(Object.class, Object.class);
        arguments[1] = find("length", int.class, String.class);
        arguments[2] = methodType(Object.class, String.class);
        System.arraycopy(flagsAndMore, 0, arguments, 3, flagsAndMore.length);
        return LambdaMetafactory.altMetafactory(LOOKUP, "apply", methodType(Function.class), arguments).getTarget().invoke();
    }

    static MethodHandle find(String name, Class<?> r, Class<?>... p) throws Exception { return LOOKUP.findStatic(AltMetafactory.class, name, methodType(r, p)); }

    static String faces(Object o) { return Arrays.toString(Arrays.stream(o.getClass().getInterfaces()).map(Class::getSimpleName).toArray()); }

    @SuppressWarnings("unchecked") static <T> T copy(T t) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(t);
        }
        return (T) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    @SuppressWarnings("unchecked") static Object apply(Object f, Object x) { return ((Function<Object, Object>) f).apply(x); }

    public static void main(String[] args) throws Throwable {
        MethodType unary = methodType(Object.class, Object.class);
        MethodHandle join = find("join", String.class, Object.class, Object.class), length = find("length", int.class, String.class);
        AltMetafactory receiver = new AltMetafactory(6);
        attempt("static", () -> apply(make(Function.class, "apply", unary, length, methodType(Object.class, String.class)), "four"));
        attempt("captured", () -> apply(make(Function.class, "apply", unary, join.asType(methodType(String.class, String.class, Object.class)), unary, "c"), "d"));
        attempt("captured direct", () -> apply(LambdaMetafactory.metafactory(LOOKUP, "apply", methodType(Function.class, Object.class), unary, join, unary).getTarget().invoke((Object) "c"), "d"));
        attempt("virtual", () -> apply(make(Function.class, "apply", unary, LOOKUP.findVirtual(String.class, "trim", methodType(String.class)), methodType(Object.class, String.class)), " t "));
        attempt("bound", () -> apply(make(Function.class, "apply", unary, LOOKUP.findVirtual(AltMetafactory.class, "instance", methodType(String.class, String.class)), methodType(Object.class, String.class), receiver), "x"));
        attempt("private", () -> apply(make(Function.class, "apply", unary, LOOKUP.findVirtual(AltMetafactory.class, "secret", methodType(String.class, String.class)), methodType(Object.class, String.class), receiver), "y"));
        attempt("interface", () -> apply(make(Function.class, "apply", unary, LOOKUP.findVirtual(CharSequence.class, "length", methodType(int.class)), methodType(Integer.class, String.class)), "abc"));
        attempt("constructor", () -> ((IntFunction<?>) make(IntFunction.class, "apply", methodType(Object.class, int.class), LOOKUP.findConstructor(AltMetafactory.class, methodType(void.class, int.class)), methodType(Object.class, int.class))).apply(8));
        attempt("other loader's interface", () -> faces(make(Runnable.class, "run", methodType(void.class), MethodHandles.lookup().findStatic(System.class, "gc", methodType(void.class)), methodType(void.class))));
        attempt("result dropped", () -> { ((Runnable) make(Runnable.class, "run", methodType(void.class), LOOKUP.findStatic(System.class, "nanoTime", methodType(long.class)), methodType(void.class))).run(); return "ran"; });
        attempt("unboxed null", () -> apply(make(Function.class, "apply", unary, LOOKUP.findStatic(Integer.class, "toString", methodType(String.class, int.class)), methodType(Object.class, Integer.class)), null));
        attempt("wrong argument", () -> apply(make(Function.class, "apply", unary, length, methodType(Object.class, String.class)), 5));
        attempt("field", () -> make(Function.class, "apply", unary, LOOKUP.findGetter(AltMetafactory.class, "own", int.class), methodType(Object.class, AltMetafactory.class)));
        attempt("not direct", () -> make(Function.class, "apply", unary, MethodHandles.identity(Object.class), unary));
        attempt("class", () -> make(NoInterface.class, "m", methodType(void.class), LOOKUP.findStatic(System.class, "gc", methodType(void.class)), methodType(void.class)));
        attempt("few parameters", () -> make(Function.class, "apply", unary, join, unary));
        attempt("result", () -> make(Function.class, "apply", unary, length, methodType(String.class, String.class)));
        attempt("narrowing", () -> make(IntFunction.class, "apply", methodType(Object.class, int.class), LOOKUP.findStatic(String.class, "valueOf", methodType(String.class, char.class)), methodType(Object.class, int.class)));
        attempt("bad name", () -> apply(make(Function.class, "applied", unary, length, methodType(Object.class, String.class)), "x"));
        attempt("weaker lookup", () -> LambdaMetafactory.metafactory(MethodHandles.publicLookup(), "apply", methodType(Function.class), unary, length, methodType(Object.class, String.class)));
        attempt("hidden interface", () -> make(((Object) (Runnable) () -> { }).getClass().getInterfaces()[0], "run", methodType(void.class), LOOKUP.findStatic(System.class, "gc", methodType(void.class)), methodType(void.class)) instanceof Runnable);
        attempt("no flags", () -> faces(alt(0)));
        attempt("serializable", () -> faces(alt(LambdaMetafactory.FLAG_SERIALIZABLE)));
        attempt("markers", () -> faces(alt(LambdaMetafactory.FLAG_MARKERS, 2, Marker.class, Other.class)));
        attempt("marker serializable", () -> faces(alt(LambdaMetafactory.FLAG_MARKERS | LambdaMetafactory.FLAG_SERIALIZABLE, 2, Marker.class, Serializable.class)));
        attempt("marker is class", () -> faces(alt(LambdaMetafactory.FLAG_MARKERS, 1, String.class)));
        attempt("markers missing", () -> faces(alt(LambdaMetafactory.FLAG_MARKERS, 2, Marker.class)));
        attempt("bridges", () -> Arrays.stream(alt(LambdaMetafactory.FLAG_BRIDGES, 1, methodType(Object.class, String.class)).getClass().getDeclaredMethods()).filter(m -> m.getName().equals("apply")).count());
        attempt("too much", () -> faces(alt(0, 1, 2)));
        attempt("unknown flag", () -> faces(alt(64)));
        attempt("no arguments", () -> LambdaMetafactory.altMetafactory(LOOKUP, "apply", methodType(Function.class)));
        attempt("not serializable", () -> copy((Runnable) () -> { }));
        int number = 5;
        long wide = 1L << 40;
        Text<Object> text = () -> number + ":" + wide + ":" + args.length;
        attempt("copied", () -> copy(text).get());
        attempt("copied reference", () -> ((Function<Object, String> & Serializable) String::valueOf).andThen(x -> x + "!").apply(3) + copy((Function<Integer, String> & Serializable) Integer::toHexString).apply(255));
        attempt("serialized form", () -> {
            java.lang.reflect.Method replace = text.getClass().getDeclaredMethod("writeReplace");
            replace.setAccessible(true);
            SerializedLambda form = (SerializedLambda) replace.invoke(text);
            return form.getCapturingClass() + " " + form.getFunctionalInterfaceClass() + " " + form.getFunctionalInterfaceMethodName() + form.getFunctionalInterfaceMethodSignature() + " " + form.getImplClass() + " " + form.getImplMethodName().replaceAll("\\$[0-9a-f]+\\$\\d+", "\\$X") + form.getImplMethodSignature()
                + " " + form.getImplMethodKind() + " " + form.getInstantiatedMethodType() + " " + form.getCapturedArgCount() + form.getCapturedArg(0) + form.getCapturedArg(1);
        });
    }
}
