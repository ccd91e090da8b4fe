import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import static java.lang.invoke.MethodType.methodType;

// Null where a handle, a receiver or an array is wanted: who throws, with which text, and what the trace shows (JVMS 6.5.invokevirtual).
public class NullHandles {
    static MethodHandle handle;
    static VarHandle variable;
    int field;
    static int[] none;

    interface Action { void run() throws Throwable; }

    static void attempt(String what, Action action) {
        try {
            action.run();
        } catch (Throwable t) {
            System.out.println(what + ": " + t);
            for (StackTraceElement e : t.getStackTrace()) {
                if (e.getMethodName().equals("attempt")) break;
                System.out.println("  " + e);
            }
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        attempt("invokeExact", () -> handle.invokeExact());
        attempt("invoke", () -> { Object o = handle.invoke(1, "text", 2.0, (long[]) null); });
        attempt("get", () -> { int i = (int) variable.get(); });
        attempt("compareAndSet", () -> { boolean b = variable.compareAndSet(1, 2L); });
        attempt("invokeWithArguments", () -> handle.invokeWithArguments(1, 2));
        MethodHandle virtual = lookup.findVirtual(String.class, "length", methodType(int.class)), face = lookup.findVirtual(CharSequence.class, "length", methodType(int.class));
        MethodHandle getter = lookup.findGetter(NullHandles.class, "field", int.class), setter = lookup.findSetter(NullHandles.class, "field", int.class);
        VarHandle var = lookup.findVarHandle(NullHandles.class, "field", int.class), element = MethodHandles.arrayElementVarHandle(int[].class);
        for (int k = 0; k < 2; k++) {
            attempt("virtual", () -> { int n = (int) virtual.invokeExact((String) null); });
            attempt("interface", () -> { int n = (int) face.invokeExact((CharSequence) null); });
            attempt("interface of a class", () -> { int n = (int) face.invoke((Object) 5); });
            attempt("getter", () -> { int n = (int) getter.invokeExact((NullHandles) null); });
            attempt("setter", () -> setter.invoke((Object) null, 5));
            attempt("bound", () -> virtual.bindTo(null));
            attempt("var", () -> { int n = (int) var.getVolatile((NullHandles) null); });
            attempt("element", () -> { int n = (int) element.get(none, 0); });
            attempt("unboxed", () -> { int n = (int) MethodHandles.identity(Integer.class).invoke((Integer) null); });
            attempt("spread", () -> { Object o = virtual.asSpreader(Object[].class, 1).invoke((Object[]) null); });
        }
    }
}
