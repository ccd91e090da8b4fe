import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;

/** A native library dies with the loader that loaded it, and may be loaded by the next one. run compares what two VMs print. */
public class NativeUnload {
    public static class Library {
        public static void load(String path) { System.load(path); }
        public static native Class<?> own();
    }

    static class Own extends ClassLoader {
        Own() { super(NativeUnload.class.getClassLoader()); }
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("NativeUnload$Library")) return super.loadClass(name, resolve);
            Class<?> done = findLoadedClass(name);
            if (done != null) return done;
            try (InputStream in = NativeUnload.class.getResourceAsStream("/" + name + ".class")) {
                byte[] b = in.readAllBytes();
                return defineClass(name, b, 0, b.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static WeakReference<Class<?>> round(String library) throws Exception {
        Class<?> c = new Own().loadClass("NativeUnload$Library");
        c.getMethod("load", String.class).invoke(null, library);
        System.out.println("its own class: " + (c.getMethod("own").invoke(null) == c));
        return new WeakReference<>(c);
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 3; i++) {
            WeakReference<Class<?>> w = round(args[0]);
            for (int j = 0; j < 100 && w.get() != null; j++) {
                System.gc();
                Thread.sleep(5);
            }
            Thread.sleep(200);  // the Cleaner's thread unloads
            System.out.println("dead: " + (w.get() == null));
        }
    }
}
