import java.io.InputStream;
import java.util.function.IntSupplier;

// What a loader throws when it is asked for a nest host: a VirtualMachineError reaches who needed the host, and the next one asks again; another
// failure makes the class its own host for ever. JVMS 5.4.4.
public class NestHostErrors {
    static class Odd extends VirtualMachineError {}

    static class Own extends ClassLoader {
        Throwable once;
        Own(Throwable once) {
            super(NestHostErrors.class.getClassLoader());
            this.once = once;
        }
        @SuppressWarnings("unchecked")
        static <T extends Throwable> void sneak(Throwable t) throws T { throw (T) t; }
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("Hosting")) return super.loadClass(name, resolve);
            if (name.equals("Hosting") && once != null) {
                Throwable thrown = once;
                once = null;
                Own.<RuntimeException>sneak(thrown);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) return known;
            try (InputStream in = NestHostErrors.class.getResourceAsStream("/" + name + ".class")) {
                byte[] b = in.readAllBytes();
                return defineClass(name, b, 0, b.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
        Class<?> reader() throws Exception { return loadClass("Hosting$Reader"); }
    }

    static void twice(String what, java.util.concurrent.Callable<?> body) {
        for (int i = 0; i < 2; i++) {
            try {
                System.out.println(what + ": " + body.call());
            } catch (Throwable e) {
                System.out.println(what + " threw " + e.getClass().getName());
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Throwable[] all = {new StackOverflowError(), new OutOfMemoryError("made up"), new InternalError(), new Odd(), new NoClassDefFoundError("made up"),
                           new IllegalStateException(), new ClassNotFoundException("made up")};
        for (Throwable once : all) {
            String name = once.getClass().getSimpleName();
            IntSupplier reader = (IntSupplier) new Own(once).reader().getConstructor().newInstance();
            twice(name + ", private method", () -> reader.getAsInt());
            Class<?> asked = new Own(once).reader();
            twice(name + ", getNestHost", () -> asked.getNestHost().getName());
            Own loader = new Own(once);
            Class<?> mate = loader.reader();
            Class<?> holder = loader.loadClass("Hosting$Holder");
            twice(name + ", isNestmateOf", () -> mate.isNestmateOf(holder));
        }
    }
}

class Hosting {
    public static class Holder { private static int secret() { return 7; } }
    public static class Reader implements IntSupplier {
        public int getAsInt() { return Holder.secret(); }
    }
}
