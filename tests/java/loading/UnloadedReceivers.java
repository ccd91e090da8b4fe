import java.io.InputStream;
import java.util.List;

// Type tests and calls that live on while the classes they have met die, and classes of the same size take their memory: what has passed a
// cast once, or was called once, says nothing of its successor. JVMS 6.5 checkcast, instanceof, invokeinterface; JLS 12.7.
public class UnloadedReceivers {
    public interface Tagged {}
    public interface Weighed { int weight(); }
    // In pairs of the same size: one that passes, one that does not; two fields of other types behind the same method.
    public static class Good implements Tagged {}
    public static class Bad {}
    public static class Light implements Weighed {
        byte weight = -1;
        public int weight() { return weight; }
    }
    public static class Heavy implements Weighed {
        int weight = 70000;
        public int weight() { return weight; }
    }

    static class Own extends ClassLoader {
        Own() { super(UnloadedReceivers.class.getClassLoader()); }
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            String simple = name.substring(name.indexOf('$') + 1);
            if (!List.of("Good", "Bad", "Light", "Heavy").contains(simple)) return super.loadClass(name, resolve);
            try (InputStream in = UnloadedReceivers.class.getResourceAsStream("/" + name + ".class")) {
                byte[] b = in.readAllBytes();
                return defineClass(name, b, 0, b.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static Object make(String name) throws Exception {
        return new Own().loadClass("UnloadedReceivers$" + name).getConstructor().newInstance();
    }

    static boolean is(Object o) { return o instanceof Tagged; }
    static boolean passes(Object o) {
        try {
            Tagged t = (Tagged) o;
            return t == o;
        } catch (ClassCastException e) {
            return false;
        }
    }
    static int weightOf(Weighed w) { return w.weight(); }

    static String use(String name) throws Exception {
        Object o = make(name);
        StringBuilder seen = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            seen.append(is(o)).append(passes(o)).append(o instanceof Weighed w ? weightOf(w) : 0).append(' ');
        }
        return seen.toString();
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 6; i++) {
            System.out.println(use("Good") + use("Light"));
            System.gc();
            System.out.println(use("Bad") + use("Heavy"));
            System.gc();
        }
    }
}
