import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

// A extends B extends A, from both ends at once: one thread stands between A and B while the other comes along. With locks for each class the
// second must load B itself to see the circle; a loader with one lock, which the first waits on, is woken by the VM. JVMS 5.3.5 step 3.
public class CircleInTwoThreads {
    public static class User { public Object of = new A(); }
    public static class A extends B {}
    public static class B {}
    public static class P extends Q {}  // becomes B extends A
    public static class Q {}

    static byte[] bytes(String name) throws IOException {
        boolean isB = name.endsWith("$B");
        try (InputStream in = CircleInTwoThreads.class.getResourceAsStream("/" + (isB ? "CircleInTwoThreads$P" : name) + ".class")) {
            byte[] b = in.readAllBytes();
            if (!isB) return b;
            String text = new String(b, StandardCharsets.ISO_8859_1).replace("Threads$P", "Threads$B").replace("Threads$Q", "Threads$A");
            return text.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    static class Parallel extends ClassLoader {
        static { registerAsParallelCapable(); }
        final boolean waitsOnItself = !isRegisteredAsParallelCapable();
        boolean isFirst = true;
        final CountDownLatch firstIsThere = new CountDownLatch(1), secondIsThere = new CountDownLatch(1);
        Parallel() { super(CircleInTwoThreads.class.getClassLoader()); }
        // Before B, the first thread lets the other come as far as it can.
        private void meet() throws InterruptedException {
            firstIsThere.countDown();
            if (waitsOnItself) {
                wait();
            } else {
                secondIsThere.await();
            }
        }
        private synchronized boolean isFirst() {
            boolean was = isFirst;
            isFirst = false;
            return was;
        }
        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            if (!name.matches("CircleInTwoThreads.(User|A|B)")) return super.loadClass(name);
            try {
                boolean isB = name.endsWith("$B");
                if (isB && isFirst()) {
                    meet();
                } else if (isB) {
                    secondIsThere.countDown();
                }
                synchronized (getClassLoadingLock(name)) {
                    Class<?> done = findLoadedClass(name);
                    if (done != null) return done;
                    byte[] b = bytes(name);
                    return defineClass(name, b, 0, b.length);
                }
            } catch (IOException | InterruptedException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
    static class Serial extends Parallel {}  // being parallel-capable is not inherited

    static void use(Parallel loader, String[] said, int at) {
        try {
            if (at == 1) loader.firstIsThere.await();
            Class.forName("CircleInTwoThreads$User", true, loader).getConstructor().newInstance();
            said[at] = "made one";
        } catch (Throwable e) {
            Throwable cause = e instanceof java.lang.reflect.InvocationTargetException ? e.getCause() : e;
            said[at] = cause.getClass().getName();
        }
    }

    static void run(Parallel loader) throws InterruptedException {
        String[] said = new String[2];
        Thread first = new Thread(() -> use(loader, said, 0)), second = new Thread(() -> use(loader, said, 1));
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(loader.getClass().getSimpleName() + ": " + said[0] + ", " + said[1]);
    }

    public static void main(String[] args) throws Exception {
        run(new Parallel());
        run(new Serial());
    }
}
