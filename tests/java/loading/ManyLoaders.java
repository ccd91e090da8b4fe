import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

// run: -Xmx64m
// Two thousand loaders, each with classes that were run, linked, given a lambda and a string constant, and dropped: memory is given back.
public class ManyLoaders {
    public static class Worker implements IntUnaryOperator {
        static final byte[] ballast = new byte[100_000];
        static int calls;
        @Override
        public int applyAsInt(int x) {
            IntUnaryOperator twice = y -> 2 * y + calls;
            calls++;
            return twice.applyAsInt(x) + "a constant".length() + new Friend().weight();
        }
    }
    static class Friend { int weight() { return Worker.ballast.length / 100_000; } }

    static class Own extends ClassLoader {
        static final byte[] worker = bytes("ManyLoaders$Worker"), friend = bytes("ManyLoaders$Friend");
        Own() { super(ManyLoaders.class.getClassLoader()); }
        static byte[] bytes(String name) {
            try (InputStream in = ManyLoaders.class.getResourceAsStream("/" + name + ".class")) {
                return in.readAllBytes();
            } catch (java.io.IOException e) {
                throw new Error(e);
            }
        }
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            byte[] b = name.endsWith("$Worker") ? worker : name.endsWith("$Friend") ? friend : null;
            if (b == null) return super.loadClass(name, resolve);
            Class<?> done = findLoadedClass(name);
            return done != null ? done : defineClass(name, b, 0, b.length);
        }
    }

    public static void main(String[] args) throws Exception {
        List<WeakReference<Class<?>>> all = new ArrayList<>();
        long sum = 0;
        for (int i = 0; i < 2000; i++) {
            Class<?> c = new Own().loadClass("ManyLoaders$Worker");
            if (i < 500) sum += ((IntUnaryOperator) c.getConstructor().newInstance()).applyAsInt(i);
            all.add(new WeakReference<>(c));
        }
        System.out.println(sum);
        System.gc();
        System.gc();
        System.out.println(all.stream().filter(w -> w.get() != null).count() < 10);
    }
}
