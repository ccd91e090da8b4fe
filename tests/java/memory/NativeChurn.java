import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.stream.*;

// Calls that hold objects inside the VM while others collect: intern, reflection, method handles, lambdas, proxies, boxing, concatenation, exceptions, clones,
// array copies, atomic references, compressed streams.
public class NativeChurn {
    static final VarHandle CELL;
    static {
        try {
            CELL = MethodHandles.lookup().findVarHandle(Target.class, "cell", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }
    public static class Target {
        public String name;
        public long wide;
        Object cell = "first";
        public Target(String name, long wide) { this.name = name; this.wide = wide; }
        public String glue(String a, int b, double c, Object[] d) { return name + a + b + c + d.length + wide; }
        public static Integer fail(String text) { throw new IllegalStateException(text + "!"); }
    }
    interface Shape { String draw(String with, int times); }

    static String interned(int seed) {
        Set<String> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < 60; i++) {
            String s = ("in" + seed + "tern" + i % 20).intern();
            if (s != new StringBuilder("in").append(seed).append("tern").append(i % 20).toString().intern()) return "two of " + s;
            seen.add(s);
        }
        return "interned " + seen.size();
    }
    static String reflected(int seed) throws Exception {
        Constructor<Target> make = Target.class.getConstructor(String.class, long.class);
        Method glue = Target.class.getMethod("glue", String.class, int.class, double.class, Object[].class);
        Field wide = Target.class.getField("wide");
        String last = "";
        for (int i = 0; i < 25; i++) {
            Target t = make.newInstance("t" + i, (long) i << 33);
            wide.setLong(t, wide.getLong(t) + seed);
            last = (String) glue.invoke(t, "-" + i + "-", i, i / 4.0, new Object[i]);
            try {
                Target.class.getMethod("fail", String.class).invoke(null, "why" + i);
            } catch (InvocationTargetException e) {
                last += e.getCause().getMessage();
            }
        }
        Object many = Array.newInstance(String.class, 3, 4);
        Array.set(Array.get(many, 2), 3, last);
        return ((String[][]) many)[2][3];
    }
    static String handled(int seed) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle glue = lookup.findVirtual(Target.class, "glue", MethodType.methodType(String.class, String.class, int.class, double.class, Object[].class));
        MethodHandle bound = MethodHandles.insertArguments(glue, 1, "ins").bindTo(new Target("bound", seed));
        String last = "";
        for (int i = 0; i < 15; i++) last = (String) bound.invokeExact(i, 0.5, new Object[] {last, i});
        MethodHandle spread = glue.asSpreader(Object[].class, 4);
        return last + (String) spread.invoke(new Target("spread", 1), new Object[] {"s", 2, 3.0, new Object[4]});
    }
    static String lambdas(int seed) {
        Function<Integer, Function<String, Supplier<String>>> curry = a -> b -> () -> a + b + seed;
        String all = IntStream.range(0, 30).mapToObj(i -> curry.apply(i).apply("x" + i).get()).filter(s -> s.length() > 4).collect(Collectors.joining(","));
        Shape shape = (Shape) Proxy.newProxyInstance(NativeChurn.class.getClassLoader(), new Class<?>[] {Shape.class},
                (proxy, method, args) -> method.getName() + args[0] + (Integer) args[1] * seed);
        Map<String, List<String>> groups = Arrays.stream(all.split(",")).collect(Collectors.groupingBy(s -> s.substring(0, 1), TreeMap::new, Collectors.toList()));
        return groups.get("2").get(3) + shape.draw("with", 7) + all.length();
    }
    static String arrays(int seed) {
        Object[] from = new Object[200];
        for (int i = 0; i < from.length; i++) from[i] = i % 3 == 0 ? "s" + i : (Object) (i + seed);
        Object[] to = from.clone();
        System.arraycopy(to, 0, to, 50, 150);
        Object[] typed = Arrays.copyOf(new String[] {"a" + seed, "b"}, 4, Object[].class);
        try {
            System.arraycopy(to, 0, new Integer[200], 0, 200);
        } catch (ArrayStoreException e) {
            typed[3] = to[199];
        }
        return "" + to[49] + to[50] + to[199] + Arrays.toString(typed) + Arrays.hashCode(Arrays.stream(to).map(Object::toString).toArray());
    }
    static String atoms(int seed) {
        Target t = new Target("atoms", seed);
        AtomicReference<String> reference = new AtomicReference<>("start");
        AtomicReferenceArray<Object> array = new AtomicReferenceArray<>(8);
        for (int i = 0; i < 40; i++) {
            String old = reference.get();
            if (!reference.compareAndSet(old, "v" + i)) return "lost " + i;
            Object before = CELL.getAndSet(t, old + i);
            array.set(i % 8, before);
            if (!CELL.compareAndSet(t, CELL.getVolatile(t), new String("cell" + i))) return "cell " + i;
        }
        return reference.get() + t.cell + array;
    }
    static String texts(int seed) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            String s = "κ" + i + "é" + (char) ('a' + i) + (long) i * seed + 1.5f + null + true;
            out.append(s, 1, s.length() - 4).append(String.format("%03d|%s", i, s.toUpperCase()).hashCode()).append(s.repeat(2).indexOf("é"));
            byte[] utf = s.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            if (!new String(utf, java.nio.charset.StandardCharsets.UTF_8).equals(s)) return "utf " + i;
        }
        return out.length() + " " + out.toString().hashCode();
    }

    public static void main(String[] args) throws Throwable {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Callable<String>> tasks = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int seed = i * 1000 + 7;
            tasks.add(() -> interned(seed));
            tasks.add(() -> reflected(seed));
            tasks.add(() -> {
                try {
                    return handled(seed);
                } catch (Throwable t) {
                    return t.toString();
                }
            });
            tasks.add(() -> lambdas(seed));
            tasks.add(() -> arrays(seed));
            tasks.add(() -> atoms(seed));
            tasks.add(() -> texts(seed));
            tasks.add(() -> {
                System.gc();
                return "collected";
            });
        }
        for (Future<String> f : pool.invokeAll(tasks)) System.out.println(f.get());
        pool.shutdown();
    }
}
