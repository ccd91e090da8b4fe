// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import jdk.internal.org.objectweb.asm.ClassWriter;

// Classes that are their own superclass or superinterface, directly or round a circle, in one loader or over two: ClassCircularityError, and what
// can be loaded afterwards (JVMS 5.3.5 steps 3 and 4). Also supers of the wrong kind and supers that fail otherwise.
public class CircularSupers {
    static byte[] make(String name, int access, String superName, String... interfaces) {
        ClassWriter w = new ClassWriter(0);
        w.visit(52, access, name, null, superName, interfaces);
        w.visitEnd();
        return w.toByteArray();
    }

    static class Made extends ClassLoader {
        final Map<String, byte[]> files = new HashMap<>();
        final StringBuilder asked = new StringBuilder();
        Made partner;

        Made(String name) { super(name, CircularSupers.class.getClassLoader()); }
        void type(String name, String superName, String... interfaces) { files.put(name, make(name, 0x21, superName, interfaces)); }
        void face(String name, String... interfaces) { files.put(name, make(name, 0x0601, "java/lang/Object", interfaces)); }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            asked.append(name).append(' ');
            byte[] file = files.get(name);
            if (file == null && partner != null) return partner.loadClass(name);
            if (file == null) throw new ClassNotFoundException(name + " is not made");
            return defineClass(name, file, 0, file.length);
        }
        Class<?> found(String name) { return findLoadedClass(name); }
    }

    static void attempt(String what, Callable<?> action) {
        try {
            System.out.println(what + ": " + action.call());
        } catch (Throwable t) {
            System.out.println((what + ": " + t + (t.getCause() == null ? "" : " <- " + t.getCause())).replaceAll("@(0x)?[0-9a-f]+", "@HASH"));
        }
    }

    static void load(Made loader, String... names) {
        for (String name : names) attempt(name, () -> loader.loadClass(name));
        for (String name : names) attempt("again " + name, () -> Class.forName(name, true, loader));
        System.out.println("asked for " + loader.asked);
    }

    public static void main(String[] args) {
        Made own = new Made("own");
        own.type("Self", "Self");
        own.face("SelfFace", "SelfFace");
        own.type("A", "B");
        own.type("B", "A");
        own.type("P", "Q");
        own.type("Q", "R");
        own.type("R", "P");
        own.face("F", "G");
        own.face("G", "H");
        own.face("H", "F");
        own.type("Uses", "java/lang/Object", "H");
        own.type("Mixed", "java/lang/Object", "MixedFace");
        own.face("MixedFace", "Mixed");
        load(own, "Self", "SelfFace", "A", "B", "P", "R", "F", "Uses", "Mixed", "MixedFace");
        attempt("found", () -> own.found("A") + " " + own.found("Self") + " " + own.found("Uses"));

        Made left = new Made("left"), right = new Made("right");
        left.partner = right;
        right.partner = left;
        left.type("L", "M");
        right.type("M", "L");
        load(left, "L", "M");
        load(right, "M");

        Made wrong = new Made("wrong");
        wrong.type("FromFace", "java/lang/Runnable");
        wrong.type("FromFinal", "java/lang/String");
        wrong.type("FromEnum", "java/lang/Thread$State");
        wrong.type("ImplementsClass", "java/lang/Object", "java/lang/Thread");
        wrong.type("FromHidden", "CircularSupers$Hidden");
        wrong.type("FaceHidden", "java/lang/Object", "CircularSupers$HiddenFace");
        wrong.type("FromAbsent", "no/Such");
        wrong.type("FromAbsentArray", "[Ljava/lang/Object;");
        wrong.type("ImplementsAbsent", "java/lang/Object", "no/SuchFace");
        wrong.type("TwiceTheSame", "java/lang/Object", "java/lang/Runnable", "java/lang/Runnable");
        wrong.type("NoSuper", null);
        wrong.files.put("FaceOfThread", make("FaceOfThread", 0x0601, "java/lang/Thread"));
        wrong.type("FromBroken", "Broken");
        wrong.files.put("Broken", new byte[] {1, 2, 3, 4});
        wrong.type("FromRenamed", "Renamed");
        wrong.files.put("Renamed", make("Other", 0x21, "java/lang/Object"));
        wrong.type("FromInternal", "jdk/internal/misc/Unsafe");
        wrong.type("FromUnexported", "sun/security/provider/SecureRandom");
        wrong.type("FaceUnexported", "java/lang/Object", "sun/security/util/Length");
        wrong.type("FromSealed", "java/lang/Object", "java/lang/constant/ConstantDesc");
        load(wrong, "FromFace", "FromFinal", "FromEnum", "ImplementsClass", "FromHidden", "FaceHidden", "FromAbsent", "FromAbsentArray", "ImplementsAbsent",
             "TwiceTheSame", "NoSuper", "FaceOfThread", "FromBroken", "FromRenamed", "FromInternal", "FromUnexported", "FaceUnexported", "FromSealed");
    }

    private static class Hidden { }
    private interface HiddenFace { }
}
