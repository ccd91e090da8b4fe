// run: -XX:+UnlockDiagnosticVMOptions -XX:+ShowHiddenFrames
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.function.Function;
import static java.lang.invoke.MethodType.methodType;

// -XX:+ShowHiddenFrames: traces through lambdas, method handles, adapters and reflection show every frame.
public class HiddenFrames {
    static Object fail(Object o) { throw new IllegalStateException("failed"); }
    interface Action { void run() throws Throwable; }

    static void attempt(String what, Action action) {
        System.out.println(what);
        try {
            action.run();
        } catch (Throwable t) {
            for (StackTraceElement e : t.getStackTrace()) {
                System.out.println("  " + e.toString().replaceAll("0x[0-9a-f]+", "ID").replaceAll("\\$\\$Lambda\\$\\d+", "Lambda"));
                if (e.getMethodName().equals("attempt")) break;
            }
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandle fail = MethodHandles.lookup().findStatic(HiddenFrames.class, "fail", methodType(Object.class, Object.class));
        attempt("lambda", () -> fail(1));
        Function<Object, Object> reference = HiddenFrames::fail;
        attempt("method reference", () -> reference.apply(1));
        attempt("exact", () -> { Object o = (Object) fail.invokeExact((Object) 1); });
        attempt("wrong type", () -> fail.invokeExact(1));
        attempt("null", () -> { Object o = ((MethodHandle) null).invoke(1); });
    }
}
