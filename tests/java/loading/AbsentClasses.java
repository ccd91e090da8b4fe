import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;

// A class that is gone when another one needs it: as superclass, in code, in a signature, in a handler; NoClassDefFoundError with its cause,
// remembered by the class that asked (JVMS 5.4.3), and not by others.
public class AbsentClasses {
    public static class Gone extends RuntimeException { public static int field = 1; public static int method() { return 2; } }
    public static class GoneParent { }
    public interface GoneFace { }

    public static class ByCode {
        public static Object make() { return new Gone(); }
        public static Object isIt(Object o) { return o instanceof Gone; }
        public static Object cast(Object o) { return (Gone) o; }
        public static Object literal() { return Gone.class; }
        public static Object array() { return new Gone[2][3]; }
        public static Object field() { return Gone.field; }
        public static Object method() { return Gone.method(); }
        public static Object handle() { java.util.function.Supplier<Object> s = Gone::method; return s.get(); }
    }

    public static class ByHandler {
        public static Object handler(boolean fail) {
            try {
                if (fail) throw new IllegalStateException("in the try");
                return "no need for the handler";
            } catch (Gone e) {
                return "wrong handler";
            }
        }
    }

    public static class Child extends GoneParent { }
    public static class Implementer implements GoneFace { }
    public static class BySignature { public Gone field; public GoneParent method(GoneFace f) { return null; } public static String works() { return "signature not needed"; } }

    static class Hiding extends ClassLoader {
        final Set<String> hidden = new HashSet<>(Set.of("AbsentClasses$Gone", "AbsentClasses$GoneParent", "AbsentClasses$GoneFace"));
        int asked;
        Hiding() { super("hiding", AbsentClasses.class.getClassLoader()); }
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("AbsentClasses$")) return super.loadClass(name, resolve);
            Class<?> done = findLoadedClass(name);
            if (done != null) return done;
            if (hidden.contains(name)) {
                asked++;
                throw new ClassNotFoundException(name + " is hidden");
            }
            try (InputStream in = AbsentClasses.class.getResourceAsStream("/" + name + ".class")) {
                byte[] b = in.readAllBytes();
                return defineClass(name, b, 0, b.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    interface Action { Object run() throws Throwable; }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (Throwable t) {
            Throwable cause = t instanceof java.lang.reflect.InvocationTargetException ? t.getCause() : t;
            System.out.println(what + ": " + cause + (cause.getCause() == null || !what.startsWith("first") ? "" : " <- " + cause.getCause()));
        }
    }

    public static void main(String[] args) throws Exception {
        Hiding loader = new Hiding();
        Class<?> code = loader.loadClass("AbsentClasses$ByCode");
        attempt("first make", () -> code.getMethod("make").invoke(null));
        System.out.println("asked " + loader.asked);
        attempt("isIt", () -> code.getMethod("isIt", Object.class).invoke(null, "x"));
        attempt("isIt null", () -> code.getMethod("isIt", Object.class).invoke(null, (Object) null));
        attempt("cast", () -> code.getMethod("cast", Object.class).invoke(null, "x"));
        attempt("cast null", () -> code.getMethod("cast", Object.class).invoke(null, (Object) null));
        attempt("literal", () -> code.getMethod("literal").invoke(null));
        attempt("array", () -> code.getMethod("array").invoke(null));
        attempt("field", () -> code.getMethod("field").invoke(null));
        attempt("method", () -> code.getMethod("method").invoke(null));
        Class<?> handling = loader.loadClass("AbsentClasses$ByHandler");
        attempt("first handler, not needed", () -> handling.getMethod("handler", boolean.class).invoke(null, false));
        attempt("handler", () -> handling.getMethod("handler", boolean.class).invoke(null, true));
        loader.hidden.clear();
        attempt("remembered", () -> code.getMethod("make").invoke(null));
        attempt("another class may have it", () -> loader.loadClass("AbsentClasses$Gone").getMethod("method").invoke(null));
        Hiding fresh = new Hiding();
        attempt("first superclass", () -> fresh.loadClass("AbsentClasses$Child"));
        attempt("superclass by name", () -> Class.forName("AbsentClasses$Child", false, fresh));
        attempt("first superinterface", () -> fresh.loadClass("AbsentClasses$Implementer"));
        fresh.hidden.clear();
        attempt("superclass came back", () -> fresh.loadClass("AbsentClasses$Child").getName());
        Hiding third = new Hiding();
        Class<?> signature = third.loadClass("AbsentClasses$BySignature");
        attempt("works", () -> java.lang.invoke.MethodHandles.lookup().findStatic(signature, "works", java.lang.invoke.MethodType.methodType(String.class)).invoke());
        attempt("first reflection", () -> signature.getDeclaredMethods().length);
        attempt("first fields", () -> signature.getDeclaredFields().length);
        attempt("new", () -> signature.getConstructor().newInstance().getClass().getName());
        attempt("loadClass", () -> third.loadClass("AbsentClasses$Gone"));
        attempt("Class.forName", () -> Class.forName("AbsentClasses$Gone", true, third));
    }
}
