// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Type;
import static jdk.internal.org.objectweb.asm.Opcodes.*;

// Code compiled against another version of a class: each instruction that names a member, each way in which the member does not fit (JVMS 5.4.3, 6.5).
// Every use runs twice: the error of a failed resolution stays (5.4.3).
public class MembersGone {
    public static class Target {
        public int instance = 1;
        public static int shared = 2;
        private static int secret = 3;
        public final int fixed = 4;
        public static final Object CONSTANT = "c";
        Target() { }
        private Target(long x) { }
        public void virtual() { System.out.println("virtual ran"); }
        public static void statically() { System.out.println("static ran"); }
        private void hidden() { }
        public int overloaded(int x) { return x; }
    }

    public interface Face {
        int SIZE = 6;
        void unimplemented();
        static void own() { System.out.println("own ran"); }
        default void given() { System.out.println("given ran"); }
    }

    public static abstract class Half implements Face { }
    public interface Left { default void both() { } }
    public interface Right { default void both() { } }
    static class PackagePrivate { public static int x; public static void f() { } }

    static final String T = "MembersGone$Target", F = "MembersGone$Face", H = "MembersGone$Half";

    static class Made extends ClassLoader {
        final Map<String, byte[]> classes = new HashMap<>();
        Made() { super("made", MembersGone.class.getClassLoader()); }
        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) throw new ClassNotFoundException(name);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    static ClassWriter open(String name, String parent, int access, String... interfaces) {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(V1_6, access, name, null, parent, interfaces);
        if ((access & ACC_INTERFACE) == 0) {
            MethodVisitor m = w.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
            m.visitVarInsn(ALOAD, 0);
            m.visitMethodInsn(INVOKESPECIAL, parent, "<init>", "()V", false);
            m.visitInsn(RETURN);
            m.visitMaxs(0, 0);
        }
        return w;
    }

    /** The body runs in a class of another loader (hence another run-time package), with a Target in local 0 or, in `with`, something else. */
    static void use(String what, Consumer<MethodVisitor> body) { use(what, new Target(), T, body); }

    static void use(String what, Object with, String type, Consumer<MethodVisitor> body) {
        Made loader = new Made();
        ClassWriter w = open("User", "java/lang/Object", ACC_PUBLIC);
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", "(L" + type + ";)V", null, null);
        body.accept(m);
        m.visitInsn(RETURN);
        m.visitMaxs(0, 0);
        loader.classes.put("User", w.toByteArray());
        ClassWriter lacking = open("Lacking", H, ACC_PUBLIC);
        loader.classes.put("Lacking", lacking.toByteArray());
        ClassWriter blank = open("Blank", "java/util/ArrayList", ACC_PUBLIC | ACC_ABSTRACT);
        blank.visitMethod(ACC_PUBLIC | ACC_ABSTRACT, "clear", "()V", null, null);
        loader.classes.put("Blank", blank.toByteArray());
        loader.classes.put("Unfilled", open("Unfilled", "Blank", ACC_PUBLIC).toByteArray());
        loader.classes.put("Clash", open("Clash", "java/lang/Object", ACC_PUBLIC, "MembersGone$Left", "MembersGone$Right").toByteArray());
        for (int k = 0; k < 2; k++) {
            try {
                Object argument = with instanceof String ? loader.loadClass((String) with).getConstructor().newInstance() : with;
                loader.loadClass("User").getMethods()[0].invoke(null, argument);
                System.out.println(what + ": fine");
            } catch (Throwable t) {
                Throwable cause = t.getCause() == null ? t : t.getCause();
                System.out.println(what + ": " + (cause instanceof VerifyError ? "VerifyError" : cause.toString().replaceAll("@[0-9a-f]+", "@HASH")));
            }
        }
    }

    static void call(String what, int opcode, String owner, String name, String descriptor, boolean isInterface) {
        use(what, m -> {
            if (opcode != INVOKESTATIC) m.visitVarInsn(ALOAD, 0);
            for (Type t : Type.getArgumentTypes(descriptor)) m.visitInsn(t.getSort() == Type.INT ? ICONST_1 : t.getSort() == Type.LONG ? LCONST_1 : ACONST_NULL);
            m.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (Type.getReturnType(descriptor).getSize() > 0) m.visitInsn(POP);
        });
    }

    static void field(String what, int opcode, String owner, String name, String descriptor) {
        use(what, m -> {
            if (opcode == GETFIELD || opcode == PUTFIELD) m.visitVarInsn(ALOAD, 0);
            if (opcode == PUTFIELD || opcode == PUTSTATIC) m.visitInsn(descriptor.equals("F") ? FCONST_1 : ICONST_1);
            m.visitFieldInsn(opcode, owner, name, descriptor);
            if (opcode == GETFIELD || opcode == GETSTATIC) m.visitInsn(POP);
        });
    }

    public static void main(String[] args) {
        call("virtual", INVOKEVIRTUAL, T, "virtual", "()V", false); // expect: virtual ran
        call("virtual gone", INVOKEVIRTUAL, T, "gone", "(I[JLjava/lang/String;)[[D", false);
        call("virtual of other type", INVOKEVIRTUAL, T, "overloaded", "(J)I", false);
        call("virtual on static", INVOKEVIRTUAL, T, "statically", "()V", false);
        call("static on virtual", INVOKESTATIC, T, "virtual", "()V", false);
        call("static gone", INVOKESTATIC, T, "gone", "()V", false);
        call("private", INVOKEVIRTUAL, T, "hidden", "()V", false);
        call("class as interface", INVOKEINTERFACE, T, "virtual", "()V", true);
        call("interface as class", INVOKEVIRTUAL, F, "given", "()V", false);
        call("interface static", INVOKESTATIC, F, "own", "()V", true);
        call("interface static as class", INVOKESTATIC, F, "own", "()V", false);
        call("static of class as interface", INVOKESTATIC, T, "statically", "()V", true);
        call("interface gone", INVOKEINTERFACE, F, "gone", "()V", true);
        call("interface on static", INVOKEINTERFACE, F, "own", "()V", true);
        call("not an implementer", INVOKEINTERFACE, F, "given", "()V", true);
        use("abstract through interface", "Lacking", F, m -> { m.visitVarInsn(ALOAD, 0); m.visitMethodInsn(INVOKEINTERFACE, F, "unimplemented", "()V", true); });
        use("overridden by abstract", "Unfilled", "java/util/ArrayList", m -> { m.visitVarInsn(ALOAD, 0); m.visitMethodInsn(INVOKEVIRTUAL, "java/util/ArrayList", "clear", "()V", false); });
        use("abstract found through interface", "Unfilled", "java/util/List", m -> { m.visitVarInsn(ALOAD, 0); m.visitMethodInsn(INVOKEINTERFACE, "java/util/List", "clear", "()V", true); });
        use("default", "Lacking", F, m -> { m.visitVarInsn(ALOAD, 0); m.visitMethodInsn(INVOKEINTERFACE, F, "given", "()V", true); });
        use("two defaults, class", "Clash", "MembersGone$Left", m -> { m.visitVarInsn(ALOAD, 0); m.visitTypeInsn(CHECKCAST, "Clash"); m.visitMethodInsn(INVOKEVIRTUAL, "Clash", "both", "()V", false); });
        field("field", GETFIELD, T, "instance", "I");
        field("field gone", GETFIELD, T, "gone", "I");
        field("field of other type", GETFIELD, T, "instance", "F");
        field("static as field", GETFIELD, T, "shared", "I");
        field("field as static", GETSTATIC, T, "instance", "I");
        field("static put as field", PUTFIELD, T, "shared", "I");
        field("static gone", PUTSTATIC, T, "gone", "I");
        field("private static", GETSTATIC, T, "secret", "I");
        field("final put", PUTFIELD, T, "fixed", "I");
        field("interface constant put", PUTSTATIC, F, "SIZE", "I");
        field("interface constant", GETSTATIC, H, "SIZE", "I");
        field("class gone", GETSTATIC, "no/such/Thing", "x", "I");
        field("class not accessible", GETSTATIC, "MembersGone$PackagePrivate", "x", "I");
        call("method's class not accessible", INVOKESTATIC, "MembersGone$PackagePrivate", "f", "()V", false);
        call("array method gone", INVOKESTATIC, "[I", "gone", "()V", false);
        use("new abstract", m -> { m.visitTypeInsn(NEW, H); m.visitInsn(POP); });
        use("new interface", m -> { m.visitTypeInsn(NEW, F); m.visitInsn(POP); });
        use("new gone", m -> { m.visitTypeInsn(NEW, "Gone"); m.visitInsn(POP); });
        use("constructor not accessible", m -> { m.visitTypeInsn(NEW, T); m.visitInsn(DUP); m.visitMethodInsn(INVOKESPECIAL, T, "<init>", "()V", false); m.visitInsn(POP); });
        use("constructor gone", m -> { m.visitTypeInsn(NEW, "java/lang/StringBuilder"); m.visitInsn(DUP); m.visitInsn(FCONST_0); m.visitMethodInsn(INVOKESPECIAL, "java/lang/StringBuilder", "<init>", "(F)V", false); m.visitInsn(POP); });
        use("constructor of the superclass", m -> { m.visitTypeInsn(NEW, "java/util/Properties"); m.visitInsn(DUP); m.visitInsn(ICONST_1); m.visitInsn(FCONST_1); m.visitMethodInsn(INVOKESPECIAL, "java/util/Properties", "<init>", "(IF)V", false); m.visitInsn(POP); });
        use("checkcast gone", m -> { m.visitVarInsn(ALOAD, 0); m.visitTypeInsn(CHECKCAST, "Gone"); m.visitInsn(POP); });
        use("checkcast of null gone", m -> { m.visitInsn(ACONST_NULL); m.visitTypeInsn(CHECKCAST, "Gone"); m.visitInsn(POP); });
        use("instanceof gone", m -> { m.visitVarInsn(ALOAD, 0); m.visitTypeInsn(INSTANCEOF, "[LGone;"); m.visitInsn(POP); });
        use("array of gone", m -> { m.visitInsn(ICONST_1); m.visitTypeInsn(ANEWARRAY, "Gone"); m.visitInsn(POP); });
        use("class constant gone", m -> { m.visitLdcInsn(Type.getObjectType("Gone")); m.visitInsn(POP); });
    }
}
