// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.ConstantDynamic;
import jdk.internal.org.objectweb.asm.Handle;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Type;
import static jdk.internal.org.objectweb.asm.Opcodes.*;

// JVMS 5.4.3: what failed once fails again with the same error: MethodType, MethodHandle and dynamic constants, call sites. What of the error
// is kept (class, message, cause), how often the bootstrap runs, and that two sites of one pool entry are two sites.
public class RememberedFailures {
    static int runs;

    public static CallSite link(MethodHandles.Lookup lookup, String name, MethodType type) throws Throwable {
        runs++;
        throw make(name);
    }

    public static Object constant(MethodHandles.Lookup lookup, String name, Class<?> type) throws Throwable {
        runs++;
        throw make(name);
    }

    static Throwable make(String name) {
        switch (name) {
            case "checked": return new java.io.IOException("io " + runs);
            case "unchecked": return new IllegalStateException("state " + runs);
            case "linkage": return new LinkageError("linkage " + runs);
            case "silent": return new LinkageError();
            case "caused": return new NoClassDefFoundError("absent " + runs).initCause(new RuntimeException("why"));
            case "bootstrap": return new BootstrapMethodError("own " + runs, new Exception("own cause"));
            default: return new Throwable("plain " + runs);
        }
    }

    static class Broken {
        static int x = 1 / runs(0);
        static int runs(int zero) { return zero; }
        public static Object constant(MethodHandles.Lookup lookup, String name, Class<?> type) { return name; }
    }

    static final String HERE = "RememberedFailures";
    static final Handle LINK = new Handle(H_INVOKESTATIC, HERE, "link", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;", false);
    static final Handle CONSTANT = new Handle(H_INVOKESTATIC, HERE, "constant", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;", false);

    interface Body { void emit(MethodVisitor m); }

    static String describe(Throwable t) {
        String text = t.toString();
        for (Throwable cause = t.getCause(); cause != null; cause = cause.getCause()) text += " <- " + cause;
        return text.replaceAll("0x[0-9a-f]+|@[0-9a-f]+", "ID");
    }

    /** Two methods with the same body, each called twice. */
    static void twice(String name, Body body) throws Throwable {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(V17, ACC_PUBLIC, name, null, "java/lang/Object", null);
        for (String run : new String[] {"first", "second"}) {
            MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, run, "()V", null, null);
            m.visitCode();
            body.emit(m);
            m.visitInsn(POP);
            m.visitInsn(RETURN);
            m.visitMaxs(0, 0);
        }
        Class<?> made = MethodHandles.lookup().defineClass(w.toByteArray());
        runs = 0;
        Throwable[] thrown = new Throwable[4];
        for (int k = 0; k < 4; k++) {
            try {
                made.getMethod(k < 2 ? "first" : "second").invoke(null);
            } catch (java.lang.reflect.InvocationTargetException e) {
                thrown[k] = e.getCause();
                System.out.println(name + " " + k + ": " + describe(thrown[k]));
            }
        }
        System.out.println("  runs " + runs + ", same object " + (thrown[0] == thrown[1]) + " " + (thrown[1] == thrown[2]));
    }

    public static void main(String[] args) throws Throwable {
        for (String kind : new String[] {"checked", "unchecked", "linkage", "silent", "caused", "bootstrap", "plain"}) {
            twice("Site_" + kind, m -> m.visitInvokeDynamicInsn(kind, "()I", LINK));
            twice("Condy_" + kind, m -> m.visitLdcInsn(new ConstantDynamic(kind, "Ljava/lang/String;", CONSTANT)));
        }
        twice("TypeOfAbsent", m -> m.visitLdcInsn(Type.getMethodType("(Labsent/Parameter;)V")));
        twice("TypeReturnsAbsent", m -> m.visitLdcInsn(Type.getMethodType("()[Labsent/Result;")));
        twice("HandleOfAbsent", m -> m.visitLdcInsn(new Handle(H_INVOKESTATIC, "absent/Holder", "m", "()V", false)));
        twice("HandleTakesAbsent", m -> m.visitLdcInsn(new Handle(H_INVOKESTATIC, HERE, "link", "(Labsent/Parameter;)V", false)));
        twice("HandleMissing", m -> m.visitLdcInsn(new Handle(H_INVOKEVIRTUAL, "java/lang/String", "nothing", "()V", false)));
        twice("HandlePrivate", m -> m.visitLdcInsn(new Handle(H_GETFIELD, "java/lang/String", "value", "[B", false)));
        twice("HandleNotStatic", m -> m.visitLdcInsn(new Handle(H_INVOKESTATIC, "java/lang/String", "length", "()I", false)));
        twice("HandleNotInterface", m -> m.visitLdcInsn(new Handle(H_INVOKEINTERFACE, "java/lang/String", "length", "()I", true)));
        twice("HandleIsInterface", m -> m.visitLdcInsn(new Handle(H_INVOKEVIRTUAL, "java/util/List", "size", "()I", false)));
        twice("FieldMissing", m -> m.visitLdcInsn(new Handle(H_GETSTATIC, "java/lang/Integer", "NOTHING", "I", false)));
        twice("FieldOtherType", m -> m.visitLdcInsn(new Handle(H_GETSTATIC, "java/lang/Integer", "MAX_VALUE", "J", false)));
        twice("FieldIsFinal", m -> m.visitLdcInsn(new Handle(H_PUTSTATIC, "java/lang/Integer", "MAX_VALUE", "I", false)));
        twice("SiteOfAbsentType", m -> {
            m.visitInsn(ACONST_NULL);
            m.visitInvokeDynamicInsn("linkage", "(Labsent/Parameter;)I", LINK);
        });
        twice("CondyOfAbsentType", m -> m.visitLdcInsn(new ConstantDynamic("linkage", "Labsent/Result;", CONSTANT)));
        twice("SiteWithBadCondy", m -> m.visitInvokeDynamicInsn("x", "()I", LINK, new ConstantDynamic("checked", "Ljava/lang/String;", CONSTANT)));
        twice("BootstrapOfBroken", m -> m.visitLdcInsn(new ConstantDynamic("x", "Ljava/lang/String;", new Handle(H_INVOKESTATIC, "RememberedFailures$Broken", "constant", CONSTANT.getDesc(), false))));
        twice("AbsentBootstrap", m -> m.visitInvokeDynamicInsn("x", "()I", new Handle(H_INVOKESTATIC, HERE, "absent", LINK.getDesc(), false)));
        twice("BootstrapOfAbsent", m -> m.visitInvokeDynamicInsn("x", "()I", new Handle(H_INVOKESTATIC, "absent/Holder", "absent", LINK.getDesc(), false)));
    }
}
