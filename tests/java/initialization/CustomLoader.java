import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

// A user class loader: defineClass, the same bytes in two loaders are two classes, duplicate and damaged definitions, delegation, packages.
public class CustomLoader extends ClassLoader {
    public static class Payload {
        static int counter;
        public Payload() { counter++; }
        @Override
        public String toString() { return "payload " + counter; }
    }

    public static class Partner { public Object make() { return new Payload(); } }

    CustomLoader() { super("custom", CustomLoader.class.getClassLoader()); }

    static byte[] bytes(String name) throws IOException {
        try (InputStream in = CustomLoader.class.getResourceAsStream("/" + name + ".class")) {
            return in.readAllBytes();
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (!name.startsWith("CustomLoader$P")) return super.loadClass(name, resolve);
            Class<?> done = findLoadedClass(name);
            if (done != null) return done;
            try {
                byte[] b = bytes(name);
                return defineClass(name, b, 0, b.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static void attempt(String what, byte[] b, String name) {
        try {
            System.out.println(what + " " + new CustomLoader().defineClass(name, b, 0, b.length));
        } catch (Throwable t) {
            System.out.println(what + " " + t);
        }
    }

    public static void main(String[] args) throws Exception {
        CustomLoader one = new CustomLoader(), two = new CustomLoader();
        Class<?> a = one.loadClass("CustomLoader$Payload"), b = two.loadClass("CustomLoader$Payload");
        System.out.println((a == b) + " " + a.getName().equals(b.getName()) + " " + (a == Payload.class) + " " + (a == one.loadClass("CustomLoader$Payload")));
        a.getConstructor().newInstance();
        System.out.println(a.getConstructor().newInstance() + " " + b.getConstructor().newInstance() + " " + new Payload());
        Object made = one.loadClass("CustomLoader$Partner").getMethod("make").invoke(one.loadClass("CustomLoader$Partner").getConstructor().newInstance());
        System.out.println((made.getClass() == a) + " " + made);
        try {
            Payload p = (Payload) made;
        } catch (ClassCastException e) {
            System.out.println(e.getMessage().replaceAll("@[0-9a-f]+", "@HASH"));
        }
        byte[] good = bytes("CustomLoader$Payload");
        try {
            one.defineClass("CustomLoader$Payload", good, 0, good.length);
        } catch (LinkageError e) {
            System.out.println(e.getClass() + " " + e.getMessage().replaceAll("@[0-9a-f]+", "@HASH"));
        }
        attempt("wrong name", good, "Other");
        attempt("null name", good, null);
        attempt("truncated", Arrays.copyOf(good, good.length / 2), "CustomLoader$Payload");
        attempt("empty", new byte[0], "Empty");
        attempt("nonsense", new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, "Nonsense");
        attempt("extra", Arrays.copyOf(good, good.length + 3), "CustomLoader$Payload");
        byte[] newer = good.clone();
        newer[7] = 62;
        attempt("version 62", newer, "CustomLoader$Payload");
        newer[7] = 20;
        attempt("version 20", newer, "CustomLoader$Payload");
        attempt("java package", good, "java.lang.Evil");
        System.out.println(a.getClassLoader().getName() + " " + a.getPackageName() + "." + a.getModule().isNamed() + " " + one.getDefinedPackages().length);
    }
}
