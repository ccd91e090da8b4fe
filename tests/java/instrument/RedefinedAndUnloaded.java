// Classes with several versions die with their loader, all versions of them: also one whose old body ran during a collection.
// manifest: Premain-Class: RedefinedAndUnloaded; Can-Redefine-Classes: true; Can-Retransform-Classes: true
// run: -javaagent:{jar}

import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

public class RedefinedAndUnloaded {
    static Instrumentation instrumentation;

    public static void premain(String options, Instrumentation given) { instrumentation = given; }

    public static class Dies {
        public String text() { return "text"; }
        public static int run(Runnable inside) {
            inside.run();
            return 1;
        }
    }

    static class Loader extends ClassLoader {
        Loader() { super(null); }
        Class<?> define(byte[] bytes) { return defineClass("RedefinedAndUnloaded$Dies", bytes, 0, bytes.length); }
    }

    static void redefine(Class<?> c, byte[] bytes) {
        try {
            instrumentation.redefineClasses(new ClassDefinition(c, bytes));
        } catch (Exception e) {
            throw new RuntimeException(e);
        }
    }

    static WeakReference<ClassLoader> live(byte[] bytes) throws Exception {
        Loader loader = new Loader();
        Class<?> c = loader.define(bytes);
        redefine(c, bytes);
        if (!c.getMethod("text").invoke(c.getConstructor().newInstance()).equals("text")) throw new Error();
        instrumentation.retransformClasses(c);
        c.getMethod("run", Runnable.class).invoke(null, (Runnable) () -> {
            redefine(c, bytes);
            System.gc();
        });
        return new WeakReference<>(loader);
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes = ClassLoader.getSystemResourceAsStream("RedefinedAndUnloaded$Dies.class").readAllBytes();
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < 10; i++) loaders.add(live(bytes));
        System.gc();
        long dead = loaders.stream().filter(loader -> loader.get() == null).count();
        System.out.println(dead >= 9 ? "they are gone" : "only " + dead + " are gone");
    }
}
