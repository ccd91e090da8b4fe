import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

// Call sites that live on while the classes of their receivers die, and others take the same memory: virtual and interface calls, accessors,
// type tests, array stores. JVMS 6.5 invokevirtual, invokeinterface, instanceof, aastore.
public class UnloadedCallees {
    public static abstract class Shape {
        public abstract String name();
        public int sides() { return -1; }
    }
    public interface Weighed { int weight(); }
    public static class One extends Shape implements Weighed {
        private int weight = 1;
        public String name() { return "one"; }
        public int weight() { return weight; }
    }
    public static class Two extends Shape implements Weighed {
        private long filler;
        private int weight = 2;
        public String name() { return "two"; }
        @Override
        public int sides() { return 2; }
        public int weight() { return weight; }
    }
    public static class Three extends Two {
        public String name() { return "three"; }
        @Override
        public int weight() { return 3 + super.weight(); }
    }
    public static class Four extends Shape implements Weighed {
        public String name() { return "four"; }
        public int weight() { return 4; }
    }

    static class Own extends ClassLoader {
        Own() { super(UnloadedCallees.class.getClassLoader()); }
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            String simple = name.substring(name.indexOf('$') + 1);
            if (!List.of("One", "Two", "Three", "Four").contains(simple)) return super.loadClass(name, resolve);
            Class<?> done = findLoadedClass(name);
            if (done != null) return done;
            try (InputStream in = UnloadedCallees.class.getResourceAsStream("/" + name + ".class")) {
                byte[] b = in.readAllBytes();
                return defineClass(name, b, 0, b.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static final StringBuilder out = new StringBuilder();
    static void call(Shape s) {
        out.append(s.name()).append(s.sides());
        Weighed w = (Weighed) s;
        out.append(w.weight());
        out.append(s instanceof Weighed).append(s.getClass() == Four.class).append(' ');
        Object[] store = new Shape[1];
        store[0] = s;
    }
    static void monomorphic(Weighed w) { out.append(w.weight()); }
    static void weightOf(Weighed w) { out.append(w.weight()).append(w.weight()).append(' '); }

    static WeakReference<Class<?>> round(String... names) throws Exception {
        Own loader = new Own();
        Class<?> first = null;
        for (String name : names) {
            Class<?> c = loader.loadClass("UnloadedCallees$" + name);
            first = first == null ? c : first;
            Object o = c.getConstructor().newInstance();
            for (int i = 0; i < 3; i++) {
                call((Shape) o);
                weightOf((Weighed) o);
            }
        }
        monomorphic((Weighed) first.getConstructor().newInstance());
        return new WeakReference<>(first);
    }

    public static void main(String[] args) throws Exception {
        String[][] rounds = {{"One"}, {"Two"}, {"Three"}, {"One", "Two"}, {"Four", "Three"}, {"One", "Two", "Three", "Four"}, {"Four"}, {"Two", "One"}};
        List<WeakReference<Class<?>>> all = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            out.setLength(0);
            all.add(round(rounds[i % rounds.length]));
            System.out.println(out.length() > 80 ? out.toString().hashCode() : out);
            if (i % 3 != 0) System.gc();
        }
        System.gc();
        System.out.println(all.stream().filter(w -> w.get() != null).count() < 3);
    }
}
