import java.io.InputStream;
import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

// JLS 12.6, 12.7: a finalizer runs although its class is as unreachable as the object, may raise the object and with it the class; the class
// dies afterwards. Cleaners and phantom references of what has died with its loader. A class whose initializer failed dies like others.
public class UnloadFinalized {
    static final List<String> said = Collections.synchronizedList(new ArrayList<>());
    static volatile Object risen;
    static final CountDownLatch finalized = new CountDownLatch(2);
    public static void say(String what, Object raise) {
        said.add(what);
        risen = raise == null ? risen : raise;
        finalized.countDown();
    }

    public static class Doomed {
        private final boolean rises;
        static int count;
        public Doomed(boolean rises) { this.rises = rises; }
        @Override
        @SuppressWarnings({"removal", "deprecation"})
        protected void finalize() { say("finalized " + ++count + new Helper(), rises ? this : null); }
        @Override
        public String toString() { return "doomed " + rises + count; }
    }
    public static class Helper {
        @Override
        public String toString() { return " with help"; }
    }
    public static class Broken {
        static int value = Integer.parseInt("not a number");
    }

    static class Own extends ClassLoader {
        Own() { super(UnloadFinalized.class.getClassLoader()); }
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.matches("UnloadFinalized.(Doomed|Helper|Broken)")) return super.loadClass(name, resolve);
            Class<?> done = findLoadedClass(name);
            if (done != null) return done;
            try (InputStream in = UnloadFinalized.class.getResourceAsStream("/" + name + ".class")) {
                byte[] b = in.readAllBytes();
                return defineClass(name, b, 0, b.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static boolean dies(WeakReference<?> w) throws InterruptedException {
        for (int i = 0; i < 100 && w.get() != null; i++) {
            System.gc();
            Thread.sleep(5);
        }
        return w.get() == null;
    }

    static WeakReference<ClassLoader> doomed(boolean rises) throws Exception {
        Own loader = new Own();
        loader.loadClass("UnloadFinalized$Doomed").getConstructor(boolean.class).newInstance(rises);
        return new WeakReference<>(loader);
    }
    static void await() throws InterruptedException {
        for (int i = 0; i < 200 && !finalized.await(5, TimeUnit.MILLISECONDS); i++) System.gc();
    }

    static final ReferenceQueue<Object> queue = new ReferenceQueue<>();
    static PhantomReference<Object> phantom(Cleaner cleaner, CountDownLatch cleaned) throws Exception {
        Object loader = new Own();
        cleaner.register(loader, cleaned::countDown);
        return new PhantomReference<>(loader, queue);
    }
    static WeakReference<Class<?>> broken() throws Exception {
        Class<?> c = new Own().loadClass("UnloadFinalized$Broken");
        for (int i = 0; i < 2; i++) {
            try {
                Class.forName(c.getName(), true, c.getClassLoader());
            } catch (LinkageError e) {
                System.out.println(e.getClass().getSimpleName() + " " + (e.getCause() != null));
            }
        }
        return new WeakReference<>(c);
    }

    public static void main(String[] args) throws Exception {
        WeakReference<ClassLoader> plain = doomed(false), rising = doomed(true);
        await();
        Collections.sort(said);
        System.out.println(said);
        System.out.println(risen + " of a loader that rose with it: " + (risen.getClass().getClassLoader() instanceof Own) + " " + dies(plain));
        risen = null;
        System.out.println("after its second death: " + dies(rising));

        CountDownLatch cleaned = new CountDownLatch(1);
        PhantomReference<Object> phantom = phantom(Cleaner.create(), cleaned);
        for (int i = 0; i < 200 && cleaned.getCount() != 0; i++) {
            System.gc();
            Thread.sleep(5);
        }
        System.out.println("cleaned " + (cleaned.getCount() == 0) + ", queued " + (queue.remove(10_000) == phantom));
        System.out.println("a broken class: " + dies(broken()));
    }
}
