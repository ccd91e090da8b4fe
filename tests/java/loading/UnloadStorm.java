import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

// Four threads make loaders, use all that a class can have (lambdas, hidden classes, proxies, generated accessors, method handles), call them from
// shared code with inline caches, and drop them, while the collector runs. More of them, by hand: give a larger number. JLS 12.7.
// args: 24
public class UnloadStorm {
    static final int THREADS = 4;
    public interface Work {
        int run(int x) throws Throwable;
        int size();
        byte small();
    }
    public interface Tag {}
    public static class Base implements Work {
        public int size = 3;
        public byte small = 1;
        public int run(int x) throws Throwable { return x; }
        public int size() { return size; }
        public byte small() { return small; }
    }
    // Those below are defined anew by each loader.
    public static class Payload extends Base implements Tag, Comparable<Payload> {
        public interface Face { int face(int x); }
        record Point(int x, String y) {}
        public static int target(int x) { return x + 7; }
        @Override
        public int compareTo(Payload o) { return size - o.size; }
        @Override
        public int run(int x) throws Throwable {
            IntUnaryOperator twice = y -> y * 2 + size;
            Function<Integer, Integer> target = Payload::target;
            Face proxy = (Face) Proxy.newProxyInstance(Payload.class.getClassLoader(), new Class<?>[]{Face.class}, (p, m, a) -> (Integer) a[0] + 1);
            int sum = twice.applyAsInt(x) + new Point(x, "p" + x).toString().length() + target.apply(x) + proxy.face(x);
            Method m = Payload.class.getMethod("target", int.class);
            for (int i = 0; i < 17; i++) sum += (Integer) m.invoke(null, i);  // the sixteenth has an accessor class of its own
            MethodHandle h = MethodHandles.lookup().findStatic(Payload.class, "target", MethodType.methodType(int.class, int.class));
            sum += (int) h.invokeExact(3) + (int) MethodHandles.filterReturnValue(h, h).invoke(3);
            Class<?> hidden = MethodHandles.lookup().defineHiddenClass(bytes("Hidden"), true).lookupClass();
            sum += use((Work) hidden.getConstructor().newInstance());
            Payload[] sorted = {this, new Payload(), this};
            Arrays.sort(sorted);
            return sum + sorted.length;
        }
    }
    public static class Light extends Base {
        byte own = 9;
        @Override
        public byte small() { return own; }
    }
    public static class Heavy extends Base {
        int own = 70000;
        @Override
        public int size() { return own; }
    }
    public static class Plain { int a, b; }
    public static class Hidden extends Base {}

    static final List<String> ANEW = List.of("Payload", "Payload$Face", "Payload$Point", "Light", "Heavy", "Plain");
    static final Map<String, byte[]> files = new ConcurrentHashMap<>();
    public static byte[] bytes(String simple) {
        return files.computeIfAbsent(simple, name -> {
            try (InputStream in = UnloadStorm.class.getResourceAsStream("/UnloadStorm$" + name + ".class")) {
                return in.readAllBytes();
            } catch (IOException e) {
                throw new Error(e);
            }
        });
    }
    static class Own extends ClassLoader {
        Own() { super(UnloadStorm.class.getClassLoader()); }
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            String simple = name.substring(name.indexOf('$') + 1);
            if (!ANEW.contains(simple)) return super.loadClass(name, resolve);
            Class<?> done = findLoadedClass(name);
            return done != null ? done : defineClass(name, bytes(simple), 0, bytes(simple).length);
        }
        Object make(String simple) throws ReflectiveOperationException {
            return loadClass("UnloadStorm$" + simple).getConstructor().newInstance();
        }
    }

    // Shared code: what its call sites and type tests have met is gone soon.
    static boolean isTag(Object o) { return o instanceof Tag; }
    static boolean passes(Object o) {
        try {
            return (Tag) o == o;
        } catch (ClassCastException e) {
            return false;
        }
    }
    public static int use(Work w) {
        int sum = 0;
        for (int i = 0; i < 4; i++) sum += w.size() + w.small();
        return sum;
    }

    static final AtomicLong sum = new AtomicLong();
    static final List<String> wrong = new CopyOnWriteArrayList<>();
    static final List<WeakReference<ClassLoader>> loaders = new CopyOnWriteArrayList<>();
    static void check(String what, long found, long wanted) {
        if (found != wanted) wrong.add(what + " " + found + ", not " + wanted);
    }

    static void one(int i) throws Throwable {
        Own loader = new Own();
        loaders.add(new WeakReference<>(loader));
        Work payload = (Work) loader.make("Payload"), light = (Work) loader.make("Light"), heavy = (Work) loader.make("Heavy");
        Object[] all = i % 2 == 0 ? new Object[]{payload, light, heavy, loader.make("Plain")} : new Object[]{loader.make("Plain"), heavy, light, payload};
        for (Object o : all) {
            check("instanceof", isTag(o) ? 1 : 0, o == payload ? 1 : 0);
            check("cast", passes(o) ? 1 : 0, o == payload ? 1 : 0);
            if (o instanceof Work w) check("use", use(w), w == heavy ? 280_004 : w == light ? 48 : 16);
        }
        sum.addAndGet(payload.run(5));
    }

    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        Thread[] threads = new Thread[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int first = t;
            threads[t] = new Thread(() -> {
                try {
                    for (int i = first; i < count; i += THREADS) {
                        one(i);
                        if (i % 5 == 0) System.gc();
                    }
                } catch (Throwable e) {
                    wrong.add(e.toString());
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(sum.get() + " " + wrong);
        for (int i = 0; i < 10; i++) System.gc();
        long alive = loaders.stream().filter(w -> w.get() != null).count();
        System.out.println(alive < 4 ? "dropped" : alive + " live");
    }
}
