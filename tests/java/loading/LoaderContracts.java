import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;

// What the VM asks of a class loader and in which order, who is the initiating loader, parallel loading, packages, resources, services, the context loader.
public class LoaderContracts {
    public static class First extends Second { public static String say() { return "first in " + First.class.getClassLoader().getName() + " " + new Third(); } }
    public static class Second implements Marker { }
    public static class Third { @Override public String toString() { return "third in " + getClass().getClassLoader().getName(); } }
    public interface Marker { }
    public interface Service { String serve(); }
    public static class Served implements Service { public String serve() { return "served"; } }

    static final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    static class Own extends ClassLoader {
        static { registerAsParallelCapable(); }
        Own(String name) { super(name, LoaderContracts.class.getClassLoader()); }

        static byte[] bytes(String name) throws ClassNotFoundException {
            try (InputStream in = LoaderContracts.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                if (in == null) throw new ClassNotFoundException("no bytes of " + name);
                return in.readAllBytes();
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("LoaderContracts$")) return super.loadClass(name, resolve);
            synchronized (getClassLoadingLock(name)) {
                Class<?> done = findLoadedClass(name);
                if (done == null) {
                    asked.add(name.substring(16));
                    byte[] b = bytes(name);
                    done = defineClass(name, b, 0, b.length);
                }
                return done;
            }
        }

        Class<?> loaded(String name) { return findLoadedClass(name); }

        @Override
        protected URL findResource(String name) {
            try {
                return name.equals("made-up") ? new URL("file:/made-up") : null;
            } catch (IOException e) {
                throw new Error(e);
            }
        }

        @Override
        protected Enumeration<URL> findResources(String name) { URL url = findResource(name); return url == null ? Collections.emptyEnumeration() : Collections.enumeration(List.of(url)); }
    }

    static class Strange extends ClassLoader {
        final Object answer;
        Strange(Object answer) { super(null); this.answer = answer; }
        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            if (answer instanceof RuntimeException) throw (RuntimeException) answer;
            if (answer instanceof Error) throw (Error) answer;
            return (Class<?>) answer;
        }
    }

    static void attempt(String what, java.util.concurrent.Callable<?> action) {
        try {
            System.out.println(what + ": " + action.call());
        } catch (Throwable t) {
            System.out.println((what + ": " + t + (t.getCause() == null ? "" : " <- " + t.getCause())).replaceAll("@[0-9a-f]+", "@HASH"));
        }
    }

    public static void main(String[] args) throws Exception {
        Own one = new Own("one"), two = new Own("two");
        Class<?> first = Class.forName("LoaderContracts$First", false, one);
        System.out.println(asked); // expect: [First, Second, Marker]
        System.out.println(first.getMethod("say").invoke(null) + " " + asked);
        System.out.println((one.loaded("LoaderContracts$Second") == first.getSuperclass()) + " " + (two.loaded("LoaderContracts$Second") == null) + " " + (one.loaded("java.lang.String") == String.class) + " " + one.isRegisteredAsParallelCapable());
        System.out.println((Class.forName("[LLoaderContracts$First;", false, one).getComponentType() == first) + " " + Class.forName("[[I", false, null).getName() + " " + Marker.class.isAssignableFrom(first) + " " + (first.getPackage() == Marker.class.getPackage()) + " " + first.getPackage().getName().isEmpty());
        int threads = 4;
        CountDownLatch start = new CountDownLatch(1);
        Class<?>[] seen = new Class<?>[threads];
        Thread[] all = new Thread[threads];
        asked.clear();
        for (int k = 0; k < threads; k++) {
            int mine = k;
            (all[k] = new Thread(() -> {
                try {
                    start.await();
                    seen[mine] = Class.forName("LoaderContracts$First", true, two);
                } catch (Exception e) {
                    throw new Error(e);
                }
            })).start();
        }
        start.countDown();
        for (Thread t : all) t.join();
        System.out.println((seen[0] == seen[1] && seen[1] == seen[2] && seen[2] == seen[3]) + " " + (seen[0] != first) + " " + asked);
        attempt("not found", () -> Class.forName("LoaderContracts$Absent", true, one));
        attempt("slashes", () -> Class.forName("java/lang/String", true, one));
        attempt("primitive", () -> Class.forName("int"));
        attempt("array of primitive", () -> Class.forName("[int"));
        attempt("array of absent", () -> Class.forName("[[Labsent.Thing;"));
        attempt("null name", () -> Class.forName(null));
        attempt("not in the boot loader", () -> Class.forName("x.Y", true, null));
        attempt("array not in the boot loader", () -> Class.forName("[[Lx.Y;", true, null));
        attempt("null class", () -> Class.forName("x.Y", true, new Strange(null)));
        attempt("other class", () -> Class.forName("x.Y", true, new Strange(String.class)));
        attempt("array of other", () -> Class.forName("[Lx.Y;", true, new Strange(String.class)));
        attempt("runtime exception", () -> Class.forName("x.Y", true, new Strange(new IllegalStateException("loader is tired"))));
        attempt("error", () -> Class.forName("x.Y", true, new Strange(new NoClassDefFoundError("its own"))));
        attempt("again", () -> new Own("dup") { Object twice() throws Exception { byte[] b = bytes("LoaderContracts$Third"); defineClass(null, b, 0, b.length); return defineClass(null, b, 0, b.length); } }.twice());
        attempt("offsets", () -> new Own("off") { Object bad() { return defineClass("x", new byte[4], 2, 3); } }.bad());
        attempt("signers", () -> new Own("p") { Object bad() { return defineClass("java.util.X", new byte[4], 0, 4); } }.bad());
        System.out.println(one.getResource("made-up") + " " + one.getResource("not-there") + " " + Collections.list(one.getResources("made-up")).size() + " " + one.getResourceAsStream("not-there") + " " + (one.getResource("java/lang/Object.class") != null) + " " + (Object.class.getResourceAsStream("Object.class").read() == 0xca));
        ClassLoader system = ClassLoader.getSystemClassLoader();
        System.out.println(system.getName() + " " + system.getParent().getName() + " " + system.getParent().getParent() + " " + (Thread.currentThread().getContextClassLoader() == system) + " " + String.class.getClassLoader() + " " + int[].class.getClassLoader() + " " + (Own[][].class.getClassLoader() == system));
        Thread child = new Thread(() -> System.out.println("inherited " + Thread.currentThread().getContextClassLoader().getName()));
        Thread.currentThread().setContextClassLoader(one);
        Thread heir = new Thread(() -> System.out.println("inherited " + Thread.currentThread().getContextClassLoader().getName()));
        child.start();
        child.join();
        heir.start();
        heir.join();
        System.out.println(ServiceLoader.load(Service.class).findFirst().isPresent() + " " + ServiceLoader.load(java.nio.file.spi.FileSystemProvider.class, system).stream().count());
        attempt("null service", () -> ServiceLoader.load((Class<?>) null));
        attempt("definePackage", () -> new Own("pkg") { Object pack() { definePackage("p.q", "title", "1", "v", null, null, null, null); return getDefinedPackage("p.q") + " " + getDefinedPackage("p.q").getSpecificationTitle() + " " + getDefinedPackages().length; } }.pack());
        attempt("packageTwice", () -> new Own("pkg") { Object pack() { definePackage("p", null, null, null, null, null, null, null); return definePackage("p", null, null, null, null, null, null, null); } }.pack());
    }
}
