// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import static jdk.internal.org.objectweb.asm.Opcodes.*;

// Classes that cannot be derived, or do not fit their superclass and interfaces: finals, sealed types, circles, overridden finals, loader constraints (JVMS 5.3.4, 5.3.5, 5.4.1).
public class ShapesRefused {
    public static class Plain { public final void fixed() { } public void open() { } public static void klass() { } }
    public static final class Closed { }
    public interface Face { }
    public sealed interface Sealed permits Allowed { }
    public static final class Allowed implements Sealed { }
    public enum Colour { RED }
    public record Pair(int a, int b) { }
    static class Hidden { }
    public static class Argument { }
    public interface Takes { default String take(Argument a) { return "taken"; } }
    public static class Taker implements Takes { }

    static final String HERE = "ShapesRefused$";

    static class Made extends ClassLoader {
        final Map<String, byte[]> classes = new HashMap<>();
        final boolean ownArgument;
        Made(boolean ownArgument) {
            super("made", ShapesRefused.class.getClassLoader());
            this.ownArgument = ownArgument;
        }
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("ShapesRefused$Argument") || !ownArgument) return super.loadClass(name, resolve);
            Class<?> done = findLoadedClass(name);
            return done != null ? done : findClass(name);
        }
        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) throw new ClassNotFoundException(name + " is not made");
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    static ClassWriter open(int access, String name, String parent, String... interfaces) {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(V17, access, name, null, parent, interfaces);
        return w;
    }

    static void method(ClassWriter w, int access, String name, String descriptor) {
        MethodVisitor m = w.visitMethod(access, name, descriptor, null, null);
        if ((access & ACC_ABSTRACT) == 0) {
            m.visitInsn(RETURN);
            m.visitMaxs(0, 0);
        }
    }

    static String show(Throwable t) {
        List<String> chain = new ArrayList<>();
        for (; t != null; t = t.getCause()) chain.add(t.toString().replaceAll("@[0-9a-f]+", "@HASH"));
        return String.join(" <- ", chain);
    }

    static void load(String what, String name, ClassWriter... made) {
        Made loader = new Made(false);
        String[] names = {name, "Second", "Third"};
        for (int k = 0; k < made.length; k++) loader.classes.put(names[k], made[k].toByteArray());
        for (int k = 0; k < 2; k++) {
            try {
                System.out.println(what + ": " + Class.forName(name, true, loader).getName());
            } catch (Throwable t) {
                System.out.println(what + ": " + show(t));
            }
        }
    }

    static ClassWriter with(ClassWriter w, Consumer<ClassWriter> more) {
        more.accept(w);
        return w;
    }

    /** A class of the loader `made` calls take(Argument) on an object of ours, while the two loaders have (or not) different Arguments. */
    static void constraint(String what, boolean own, boolean loadFirst) throws Exception {
        Made loader = new Made(own);
        ClassWriter w = open(ACC_PUBLIC, "Caller", "java/lang/Object");
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "call", "(LShapesRefused$Taker;)Ljava/lang/String;", null, null);
        m.visitVarInsn(ALOAD, 0);
        m.visitInsn(ACONST_NULL);
        m.visitMethodInsn(INVOKEVIRTUAL, HERE + "Taker", "take", "(L" + HERE + "Argument;)Ljava/lang/String;", false);
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
        loader.classes.put("Caller", w.toByteArray());
        loader.classes.put("ShapesRefused$Argument", open(ACC_PUBLIC, HERE + "Argument", "java/lang/Object").toByteArray());
        if (loadFirst) System.out.println(loader.loadClass("ShapesRefused$Argument") == Argument.class);
        try {
            System.out.println(what + ": " + loader.loadClass("Caller").getMethods()[0].invoke(null, new Taker()));
            System.out.println(what + ": " + loader.loadClass("ShapesRefused$Argument").getName());
        } catch (Throwable t) {
            System.out.println(what + ": " + show(t.getCause() == null ? t : t.getCause()));
        }
    }

    public static void main(String[] args) throws Exception {
        load("fine", "Fine", open(ACC_PUBLIC, "Fine", HERE + "Plain", HERE + "Face"));
        load("superclass gone", "X", open(ACC_PUBLIC, "X", "gone/Parent"));
        load("interface gone", "X", open(ACC_PUBLIC, "X", "java/lang/Object", "gone/Face"));
        load("final superclass", "X", open(ACC_PUBLIC, "X", HERE + "Closed"));
        load("interface as superclass", "X", open(ACC_PUBLIC, "X", HERE + "Face"));
        load("class as interface", "X", open(ACC_PUBLIC, "X", "java/lang/Object", HERE + "Plain"));
        load("sealed", "X", open(ACC_PUBLIC, "X", "java/lang/Object", HERE + "Sealed"));
        load("enum", "X", open(ACC_PUBLIC, "X", HERE + "Colour"));
        load("record", "X", open(ACC_PUBLIC, "X", HERE + "Pair"));
        load("superclass not accessible", "X", open(ACC_PUBLIC, "X", HERE + "Hidden"));
        load("itself", "X", open(ACC_PUBLIC, "X", "X"));
        load("itself as interface", "X", open(ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT, "X", "java/lang/Object", "X"));
        load("circle", "X", open(ACC_PUBLIC, "X", "Second"), open(ACC_PUBLIC, "Second", "Third"), open(ACC_PUBLIC, "Third", "X"));
        load("twice the interface", "X", open(ACC_PUBLIC, "X", "java/lang/Object", HERE + "Face", HERE + "Face"));
        load("final overridden", "X", with(open(ACC_PUBLIC, "X", HERE + "Plain"), w -> method(w, ACC_PUBLIC, "fixed", "()V")));
        load("final overloaded", "X", with(open(ACC_PUBLIC, "X", HERE + "Plain"), w -> method(w, ACC_PUBLIC, "fixed", "(I)V")));
        load("static over instance", "X", with(open(ACC_PUBLIC, "X", HERE + "Plain"), w -> method(w, ACC_PUBLIC | ACC_STATIC, "open", "()V")));
        load("same method twice", "X", with(open(ACC_PUBLIC, "X", HERE + "Plain"), w -> { method(w, ACC_PUBLIC, "m", "()V"); method(w, ACC_PUBLIC, "m", "()V"); }));
        load("same field twice", "X", with(open(ACC_PUBLIC, "X", HERE + "Plain"), w -> { w.visitField(0, "f", "I", null, null); w.visitField(0, "f", "I", null, null); }));
        load("final and abstract", "X", open(ACC_PUBLIC | ACC_FINAL | ACC_ABSTRACT, "X", "java/lang/Object"));
        load("interface not abstract", "X", open(ACC_PUBLIC | ACC_INTERFACE, "X", "java/lang/Object"));
        load("interface with superclass", "X", open(ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT, "X", HERE + "Plain"));
        load("public and private method", "X", with(open(ACC_PUBLIC, "X", "java/lang/Object"), w -> method(w, ACC_PUBLIC | ACC_PRIVATE, "m", "()V")));
        load("final volatile field", "X", with(open(ACC_PUBLIC, "X", "java/lang/Object"), w -> w.visitField(ACC_FINAL | ACC_VOLATILE, "f", "I", null, null)));
        load("other name", "Y", open(ACC_PUBLIC, "X", "java/lang/Object"));
        load("prohibited package", "java.lang.X", open(ACC_PUBLIC, "java/lang/X", "java/lang/Object"));
        load("package of a module", "java.util.concurrent.X", open(ACC_PUBLIC, "java/util/concurrent/X", "java/lang/Object"));
        constraint("same argument", false, false);
        constraint("other argument, loaded first", true, true);
        constraint("other argument, loaded later", true, false);
    }
}
