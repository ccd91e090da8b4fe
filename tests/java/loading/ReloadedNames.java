import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

// The same names loaded again after their first loader died: statics begin anew, constraints of the dead bind nobody, proxies, reflection,
// enums, switch maps, string constants, exceptions and locks of each incarnation work.
public class ReloadedNames {
    public enum Colour { RED, GREEN }
    public interface Plugin {
        String run(int round);
    }
    public static class Impl implements Plugin {
        static int runs;
        static final Object lock = new Object();
        @Override
        public String run(int round) {
            synchronized (lock) {
                runs++;
            }
            String text = "round " + round + " runs " + runs + " " + Colour.valueOf("GREEN").ordinal() + describe(Colour.RED);
            try {
                Object other = Class.forName("ReloadedNames$Colour", true, getClass().getClassLoader()).getEnumConstants()[0];
                text += " " + (other == Colour.RED);
                throw new Problem(text);
            } catch (Problem p) {
                return p.getMessage() + " " + p.getStackTrace()[0].getMethodName();
            } catch (ClassNotFoundException e) {
                return e.toString();
            }
        }
        private static String describe(Colour c) {
            switch (c) {
                case RED: return " red";
                default: return " other";
            }
        }
    }
    static class Problem extends Exception {
        Problem(String message) { super(message); }
    }

    static class Own extends ClassLoader {
        static final AtomicInteger defined = new AtomicInteger();
        Own() { super(ReloadedNames.class.getClassLoader()); }
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("ReloadedNames$") || name.endsWith("$Plugin")) return super.loadClass(name, resolve);
            Class<?> done = findLoadedClass(name);
            if (done != null) return done;
            try (InputStream in = ReloadedNames.class.getResourceAsStream("/" + name + ".class")) {
                byte[] b = in.readAllBytes();
                defined.incrementAndGet();
                return defineClass(name, b, 0, b.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static boolean dies(WeakReference<?> w) throws InterruptedException {
        for (int i = 0; i < 100 && w.get() != null; i++) {
            System.gc();
            Thread.sleep(2);
        }
        return w.get() == null;
    }

    static WeakReference<Class<?>> round(int round, Set<String> said) throws Exception {
        Class<?> c = new Own().loadClass("ReloadedNames$Impl");
        Plugin plugin = (Plugin) c.getConstructor().newInstance();
        plugin.run(round);
        InvocationHandler handler = (proxy, method, args) -> "proxied " + method.invoke(plugin, args);
        Plugin proxy = (Plugin) Proxy.newProxyInstance(c.getClassLoader(), new Class<?>[] {Plugin.class}, handler);
        for (int i = 0; i < 20; i++) c.getMethod("run", int.class).invoke(plugin, round);
        System.out.println(proxy.run(round));
        try {
            Impl mine = (Impl) (Object) plugin;
            said.add("no exception for " + mine);
        } catch (ClassCastException e) {
            said.add(e.getMessage().replaceAll("@[0-9a-f]+", "@HASH"));
        }
        return new WeakReference<>(c);
    }

    public static void main(String[] args) throws Exception {
        Set<String> said = new HashSet<>();
        for (int i = 0; i < 6; i++) {
            WeakReference<Class<?>> w = round(i, said);
            if (i % 2 == 0) System.out.println(dies(w));
        }
        System.out.println(said.size() + " " + said.iterator().next());
        System.out.println(Own.defined);
        System.out.println(new Impl().run(99));
    }
}
