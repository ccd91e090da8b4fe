// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.ConstantDynamic;
import jdk.internal.org.objectweb.asm.Handle;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Type;
import static jdk.internal.org.objectweb.asm.Opcodes.*;

// invokedynamic and dynamic constants that javac does not make: every kind of static argument, bootstraps that fail, hidden classes with class data.
public class DynamicConstants {
    static int bootstraps; // not counted for an Error other than LinkageError: JVMS 5.4.3 keeps it, the reference tries again

    public static CallSite link(MethodHandles.Lookup lookup, String name, MethodType type, Object... extra) throws Exception {
        System.out.println("link " + name + type + " from " + lookup.lookupClass().getSimpleName().replaceAll("/.*", "") + " " + Arrays.deepToString(extra));
        if (name.equals("refuse")) throw new IllegalStateException("bootstrap refuses");
        if (name.equals("nothing")) return null;
        if (name.equals("unfit")) return new ConstantCallSite(MethodHandles.constant(String.class, "unfit"));
        MethodHandle plus = MethodHandles.lookup().findStatic(DynamicConstants.class, "plus", MethodType.methodType(long.class, int.class, long.class));
        return new ConstantCallSite(plus);
    }

    public static long plus(int a, long b) { return a + b; }

    public static Object constant(MethodHandles.Lookup lookup, String name, Class<?> type, Object... extra) throws Exception {
        bootstraps++;
        if (name.equals("fails")) throw new IllegalArgumentException("constant fails " + bootstraps);
        if (name.equals("error")) throw new AssertionError("an error stays itself");
        if (type == long.class) return 1L << 45;
        if (type == int.class) return name.equals("text") ? "not an int" : (Object) 5;
        return name + extra.length;
    }

    static final String HERE = "DynamicConstants";
    static final Handle LINK = new Handle(H_INVOKESTATIC, HERE, "link", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;", false);
    static final Handle CONSTANT = new Handle(H_INVOKESTATIC, HERE, "constant", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;[Ljava/lang/Object;)Ljava/lang/Object;", false);
    static final Handle CLASS_DATA = new Handle(H_INVOKESTATIC, "java/lang/invoke/MethodHandles", "classData", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;", false);

    interface Body { void emit(MethodVisitor m); }

    /** Defines a class with one static method `run` of the body and calls it twice. */
    static void twice(String name, String result, Body body) throws Throwable {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(V17, ACC_PUBLIC, name, null, "java/lang/Object", null);
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", "()" + result, null, null);
        m.visitCode();
        body.emit(m);
        m.visitInsn(Type.getType(result).getOpcode(IRETURN));
        m.visitMaxs(0, 0);
        m.visitEnd();
        MethodHandles.Lookup made = MethodHandles.lookup().defineHiddenClassWithClassData(w.toByteArray(), "the class data", true);
        MethodHandle run = made.findStatic(made.lookupClass(), "run", MethodType.fromMethodDescriptorString(result.length() == 1 ? "()" + result : "()" + result, null));
        for (int k = 0; k < 2; k++) {
            try {
                System.out.println(name + ": " + run.invoke());
            } catch (Throwable t) {
                System.out.println((name + ": " + t + (k == 0 ? " | " + t.getCause() : " again")).replaceAll("@[0-9a-f]+|0x[0-9a-f]+", "ID"));
            }
        }
        System.out.println("  " + (name.startsWith("Error") ? bootstraps = 0 : bootstraps) + " " + made.lookupClass().getName().replaceAll("0x[0-9a-f]+", "ID") + " " + made.lookupClass().isHidden() + " " + (made.lookupClass().getNestHost() == made.lookupClass()));
    }

    public static void main(String[] args) throws Throwable {
        ConstantDynamic inner = new ConstantDynamic("inner", "Ljava/lang/String;", CONSTANT, "x");
        twice("Arguments", "J", m -> {
            m.visitInsn(ICONST_3);
            m.visitLdcInsn(1L << 40);
            m.visitInvokeDynamicInsn("join", "(IJ)J", LINK, 1, 2L, 3f, 4.0, "five", Type.getType("[[I"), Type.getMethodType("(I)V"), inner,
                new Handle(H_INVOKEVIRTUAL, "java/lang/String", "length", "()I", false), new Handle(H_NEWINVOKESPECIAL, "java/lang/Object", "<init>", "()V", false), new Handle(H_GETSTATIC, HERE, "bootstraps", "I", false), new Handle(H_INVOKEINTERFACE, "java/util/List", "size", "()I", true));
        });
        twice("Refused", "I", m -> m.visitInvokeDynamicInsn("refuse", "()I", LINK));
        twice("Nothing", "I", m -> m.visitInvokeDynamicInsn("nothing", "()I", LINK));
        twice("Unfit", "I", m -> m.visitInvokeDynamicInsn("unfit", "()I", LINK));
        twice("LongConstant", "J", m -> m.visitLdcInsn(new ConstantDynamic("wide", "J", CONSTANT)));
        twice("IntConstant", "I", m -> m.visitLdcInsn(new ConstantDynamic("five", "I", CONSTANT, inner, inner)));
        twice("WrongConstant", "I", m -> m.visitLdcInsn(new ConstantDynamic("text", "I", CONSTANT)));
        twice("FailedConstant", "Ljava/lang/String;", m -> m.visitLdcInsn(new ConstantDynamic("fails", "Ljava/lang/String;", CONSTANT)));
        twice("ErrorConstant", "Ljava/lang/String;", m -> m.visitLdcInsn(new ConstantDynamic("error", "Ljava/lang/String;", CONSTANT)));
        twice("ClassData", "Ljava/lang/String;", m -> m.visitLdcInsn(new ConstantDynamic("_", "Ljava/lang/String;", CLASS_DATA)));
        twice("HandleConstant", "Ljava/lang/Object;", m -> m.visitLdcInsn(new Handle(H_INVOKESTATIC, HERE, "plus", "(IJ)J", false)));
        twice("MissingHandle", "Ljava/lang/Object;", m -> m.visitLdcInsn(new Handle(H_INVOKESTATIC, HERE, "absent", "(IJ)J", false)));
        twice("PrivateField", "Ljava/lang/Object;", m -> m.visitLdcInsn(new Handle(H_GETFIELD, "java/lang/String", "hash", "I", false)));
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        System.out.println(ConstantBootstraps.primitiveClass(lookup, "J", Class.class) + " " + ConstantBootstraps.enumConstant(lookup, "NEW", Thread.State.class) + " " + ConstantBootstraps.getStaticFinal(lookup, "MAX_VALUE", int.class, Integer.class) + " "
            + ConstantBootstraps.nullConstant(lookup, "_", String.class) + " " + ConstantBootstraps.explicitCast(lookup, "_", int.class, 'a') + " " + ConstantBootstraps.arrayVarHandle(lookup, "_", java.lang.invoke.VarHandle.class, int[].class).varType());
        try {
            lookup.defineHiddenClass(new byte[] {1, 2, 3, 4}, true);
        } catch (ClassFormatError e) {
            System.out.println(e);
        }
        try {
            Class.forName("ClassData");
        } catch (ClassNotFoundException e) {
            System.out.println(e);
        }
    }
}
