import java.io.InputStream;
import java.util.concurrent.Callable;

// Loaders whose answers the VM does not take as they are: a class of another name, null, different classes to two threads, the VM asked for the very class
// that is being loaded, an exception with a cause, a class that its superclass's loading has defined meanwhile (JVMS 5.3.2, 5.3.5).
public class AnswersDiffer {
    public static class A { }
    public static class B extends A { }

    static byte[] bytes(String name) {
        try (InputStream in = AnswersDiffer.class.getResourceAsStream(name + ".class")) {
            return in.readAllBytes();
        } catch (java.io.IOException e) {
            throw new Error(e);
        }
    }

    interface Answer { Class<?> to(String name) throws Throwable; }

    static class Asked extends ClassLoader {
        static { registerAsParallelCapable(); }   // so that a subclass may be
        Answer answer;
        int calls;
        Asked(String name) { super(name, AnswersDiffer.class.getClassLoader()); }
        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            if (!name.contains("Differ$") && !name.equals("Zed")) return super.loadClass(name);
            calls++;
            try {
                return answer.to(name);
            } catch (ClassNotFoundException | RuntimeException | Error e) {
                throw e;
            } catch (Throwable t) {
                throw new Error(t);
            }
        }
        Class<?> define(String name) {
            byte[] b = bytes(name);
            return defineClass(name, b, 0, b.length);
        }
        Class<?> found(String name) { return findLoadedClass(name); }
    }

    static class Serial extends Asked {
        Serial(String name) { super(name); }
    }

    static class Capable extends Asked {
        static { registerAsParallelCapable(); }
        Capable(String name) { super(name); }
    }

    static void attempt(String what, Callable<?> action) {
        for (int k = 0; k < 2; k++) {
            try {
                System.out.println(what + ": " + action.call());
            } catch (Throwable t) {
                System.out.println((what + ": " + t + (t.getCause() == null ? "" : " <- " + t.getCause())).replaceAll("@[0-9a-f]+", "@HASH"));
            }
        }
    }

    static Callable<?> forName(String name, ClassLoader loader) { return () -> Class.forName(name, false, loader); }

    public static void main(String[] args) throws Exception {
        for (Asked loader : new Asked[] {new Serial("serial"), new Capable("capable")}) {
            loader.answer = name -> null;
            attempt("null", forName("AnswersDiffer$A", loader));
            loader.answer = name -> String.class;
            attempt("another", forName("AnswersDiffer$A", loader));
            loader.answer = name -> int.class;
            attempt("primitive", forName("AnswersDiffer$A", loader));
            loader.answer = name -> A[].class;
            attempt("array", forName("AnswersDiffer$A", loader));
            loader.answer = name -> { throw new ClassNotFoundException("not here", new IllegalStateException("why")); };
            attempt("not found", forName("AnswersDiffer$A", loader));
            attempt("array of what is not found", forName("[LAnswersDiffer$A;", loader));
            loader.answer = name -> { throw new NoClassDefFoundError("said by the loader"); };
            attempt("error", forName("AnswersDiffer$A", loader));
            loader.answer = name -> { throw new StackOverflowError(); };
            attempt("overflow", forName("AnswersDiffer$A", loader));
            int before = loader.calls;
            loader.answer = name -> loader.calls > before + 5 ? A.class : Class.forName(name, false, loader);
            attempt("asks for itself", forName("AnswersDiffer$A", loader));
            System.out.println(loader.calls - before + " calls, then " + loader.found("AnswersDiffer$A"));
        }

        Asked outer = new Capable("outer"), one = new Capable("one"), two = new Capable("two");
        one.answer = name -> one.found(name) == null ? one.define(name) : one.found(name);
        two.answer = name -> two.found(name) == null ? two.define(name) : two.found(name);
        outer.answer = name -> {
            if (outer.calls > 1) return one.loadClass(name);
            Class.forName(name, false, outer);   // recorded before this answer comes, which is another
            return two.loadClass(name);
        };
        try {
            Class<?> c = Class.forName("AnswersDiffer$A", false, outer);
            System.out.println("answered by " + c.getClassLoader().getName());
        } catch (LinkageError e) {
            System.out.println(e.toString().replaceAll("@[0-9a-f]+", "@HASH"));
        }
        System.out.println("recorded of " + outer.found("AnswersDiffer$A").getClassLoader().getName());

        Asked meanwhile = new Serial("meanwhile");
        meanwhile.answer = name -> {
            Class<?> known = meanwhile.found(name);
            if (known != null) return known;
            if (name.endsWith("$A") && meanwhile.calls < 4) return meanwhile.define("AnswersDiffer$A");
            return meanwhile.define(name);
        };
        attempt("superclass first", forName("AnswersDiffer$B", meanwhile));
        System.out.println(meanwhile.calls + " calls " + (meanwhile.found("AnswersDiffer$A") == Class.forName("AnswersDiffer$B", true, meanwhile).getSuperclass()));
    }
}
