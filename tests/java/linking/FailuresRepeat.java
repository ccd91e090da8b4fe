import java.io.InputStream;
import java.util.*;

// A resolution that failed fails again with the same error, the same message and the like of its cause, whatever the loader would say by now (JVMS 5.4.3); other
// exceptions, and other classes that ask, get a second chance.
public class FailuresRepeat {
    public static class Wanted { public static int field = 1; public static void method() { } }
    public static class NeedsIt {
        public static Object make() { return new Wanted(); }
        public static Object literal() { return Wanted.class; }
        public static Object field() { return Wanted.field; }
        public static Object call() { Wanted.method(); return "called"; }
        public static Object array() { return new Wanted[1].length; }
        public static Object isIt(Object o) { return o instanceof Wanted; }
    }

    static class Fickle extends ClassLoader {
        Throwable next;
        int asked;
        Fickle() { super(FailuresRepeat.class.getClassLoader()); }
        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("FailuresRepeat$Wanted") && !name.startsWith("FailuresRepeat$NeedsIt")) return super.loadClass(name, resolve);
            Class<?> known = findLoadedClass(name);
            if (known != null) return known;
            if (name.endsWith("Wanted")) {
                asked++;
                if (next instanceof ClassNotFoundException c) throw c;
                if (next instanceof RuntimeException r) throw r;
                if (next instanceof Error e) throw e;
            }
            try (InputStream in = FailuresRepeat.class.getResourceAsStream(name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
    static class OwnError extends LinkageError { OwnError(String m) { super(m); } }

    static String text(Throwable t) {
        StringBuilder s = new StringBuilder();
        for (Throwable c = t; c != null; c = c.getCause()) s.append(s.length() == 0 ? "" : " <- ").append(c);
        return s.toString();
    }
    static void ask(Fickle loader, String method) throws Exception {
        Class<?> c = loader.loadClass("FailuresRepeat$NeedsIt");
        try {
            Object result = method.equals("isIt") ? c.getMethod(method, Object.class).invoke(null, "s") : c.getMethod(method).invoke(null);
            System.out.println("  " + method + ": fine " + (result instanceof String || result instanceof Number || result instanceof Boolean ? result : result.getClass()) + " asked " + loader.asked);
        } catch (java.lang.reflect.InvocationTargetException e) {
            System.out.println("  " + method + ": " + text(e.getCause()) + " asked " + loader.asked);
        }
    }

    public static void main(String[] args) throws Exception {
        Throwable[] failures = {
            new ClassNotFoundException("own words"), new ClassNotFoundException(null, new IllegalStateException("below")), new NoClassDefFoundError("thrown as an error"),
            new NoClassDefFoundError(), (Error) new NoClassDefFoundError("with a cause").initCause(new java.io.IOException("disk")), new LinkageError("linkage"), new ClassFormatError("format"),
            new VerifyError("verify"), new IncompatibleClassChangeError("changed"), new OwnError("own error"), new IllegalStateException("runtime"), new StackOverflowError("overflow"), new AssertionError("assertion")};
        for (Throwable failure : failures) {
            System.out.println(failure);
            Fickle loader = new Fickle();
            loader.next = failure;
            for (String method : new String[] {"make", "make", "literal", "field", "field", "call", "array", "isIt"}) ask(loader, method);
            loader.next = null;
            for (String method : new String[] {"make", "literal", "field", "call", "array", "isIt"}) ask(loader, method);
        }
        Fickle loader = new Fickle();
        loader.next = new ClassNotFoundException("not yet");
        ask(loader, "make");
        loader.next = null;
        System.out.println(loader.loadClass("FailuresRepeat$Wanted").getName());
        ask(loader, "make");
        ask(loader, "isIt");
    }
}
