import java.io.*;
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;

// printStackTrace in full: frames in common, causes of causes, suppressed ones with causes, circles, module and loader names, hidden frames left out, traces set by hand,
// texts overridden, exceptions through reflection, lambdas, streams, executors and loaders with names.
public class CausesPrinted {
    static class Wrapped extends Exception {
        Wrapped(String message, Throwable cause) { super(message, cause); }
        @Override public String getLocalizedMessage() { return "localized " + getMessage(); }
    }
    static class Light extends RuntimeException { Light(String m) { super(m, null, false, false); } }
    static class Odd extends RuntimeException {
        @Override public synchronized Throwable fillInStackTrace() { return this; }
        @Override public String toString() { return "odd\nin two lines"; }
    }
    static class Deep extends RuntimeException { Deep() { this("made"); } Deep(String s) { super(s); } }
    public static class Thrower { public static void thrown() { throw new IllegalStateException("from a named loader"); } }

    static void low() throws IOException { throw new IOException("low"); }
    static void middle() throws Wrapped { try { low(); } catch (IOException e) { throw new Wrapped("middle", e); } }
    static void high() { try { middle(); } catch (Wrapped e) { throw new IllegalStateException(e); } }
    static void print(Throwable t) {
        StringWriter text = new StringWriter();
        t.printStackTrace(new PrintWriter(text));
        System.out.print(text.toString().replaceAll("Lambda[$/0-9a-fx]*", "Lambda"));
    }
    static void attempt(String what, Callable<Object> c) {
        System.out.println("--- " + what);
        try {
            System.out.println(c.call());
        } catch (Throwable e) {
            print(e);
        }
    }
    static class Resource implements AutoCloseable {
        final String name;
        Resource(String name) { this.name = name; }
        public void close() throws Exception { throw new Exception("closing " + name, new Error("because")); }
    }

    public static void main(String[] args) throws Throwable {
        attempt("causes", () -> { high(); return 0; });
        attempt("suppressed", () -> { try (Resource a = new Resource("a"); Resource b = new Resource("b")) { low(); } return 0; });
        Exception one = new Exception("one"), two = new Exception("two", one);
        one.initCause(two);
        print(one);
        Exception self = new Exception("self");
        self.addSuppressed(one);
        print(self);
        attempt("library", () -> List.of(1).iterator().next() + List.of().iterator().next().hashCode());
        attempt("reflected", () -> CausesPrinted.class.getDeclaredMethod("high").invoke(null));
        attempt("lambda", () -> { Supplier<Object> s = () -> { throw new Light("no trace"); }; return s.get(); });
        attempt("stream", () -> List.of(1, 0).stream().map(x -> 1 / x).toList());
        attempt("handle", () -> { try { return MethodHandles.lookup().findStatic(CausesPrinted.class, "high", MethodType.methodType(void.class)).invoke(); } catch (Throwable t) { throw new Exception("by handle", t); } });
        attempt("odd", () -> { throw new Odd(); });
        attempt("constructors", () -> { throw new Deep(); });
        attempt("by hand", () -> { Exception e = new Exception("by hand"); e.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.B", "m", "B.java", 3), new StackTraceElement("C", "n", null, -2), new StackTraceElement("D", "o", null, -1), new StackTraceElement("app", "mod", "1.0", "E", "p", "E.java", -5), new StackTraceElement("loader", null, null, "F", "q", "F.java", 7), new StackTraceElement(null, "mod", null, "G", "r", null, 9)}); throw e; });
        attempt("refilled", () -> { Exception e = new Exception("refilled"); int before = e.getStackTrace()[0].getLineNumber(); e.fillInStackTrace(); System.out.println(e.getStackTrace()[0].getLineNumber() - before); e.setStackTrace(new StackTraceElement[0]); throw e; });
        attempt("executor", () -> { ExecutorService pool = Executors.newSingleThreadExecutor(); try { return pool.submit(() -> { low(); return 1; }).get(); } finally { pool.shutdown(); } });
        ClassLoader named = new ClassLoader("named", CausesPrinted.class.getClassLoader()) {
            @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (!name.endsWith("Thrower")) return super.loadClass(name, resolve);
                try (InputStream in = CausesPrinted.class.getResourceAsStream(name + ".class")) { byte[] bytes = in.readAllBytes(); return defineClass(name, bytes, 0, bytes.length); } catch (IOException e) { throw new ClassNotFoundException(name, e); }
            }
        };
        Method thrown = named.loadClass("CausesPrinted$Thrower").getMethod("thrown");
        attempt("named loader", () -> thrown.invoke(null));
        attempt("proxy", () -> { ((Runnable) Proxy.newProxyInstance(CausesPrinted.class.getClassLoader(), new Class<?>[] {Runnable.class}, (p, m, a) -> { throw new IOException("undeclared"); })).run(); return 0; });
        StackTraceElement e = new Throwable().getStackTrace()[0];
        System.out.println(e + " " + e.getModuleName() + " " + e.getClassLoaderName() + " " + e.isNativeMethod() + " " + e.equals(new StackTraceElement("app", null, null, "CausesPrinted", "main", "CausesPrinted.java", e.getLineNumber())));
        attempt("null cause", () -> { Exception x = new Exception("x", null); x.initCause(new Error()); return 0; });
        attempt("cause twice", () -> { Exception x = new Exception("x"); x.initCause(new Error()); x.initCause(new Error()); return 0; });
        attempt("own cause", () -> { Exception x = new Exception("x"); x.initCause(x); return 0; });
        attempt("suppress itself", () -> { Exception x = new Exception("x"); x.addSuppressed(x); return 0; });
        attempt("suppress null", () -> { new Exception("x").addSuppressed(null); return 0; });
        high();
    }
}
