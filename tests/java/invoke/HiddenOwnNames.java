// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.lang.invoke.MethodHandles;
import jdk.internal.org.objectweb.asm.*;
import static jdk.internal.org.objectweb.asm.Opcodes.*;

// A hidden class names itself by its this_class entry only: in a descriptor its name means what its loader finds, a class of that name or none, and
// verification sees the difference (JVMS 5.3.5, Lookup.defineHiddenClass).
public class HiddenOwnNames {
    public static class Known { public static String who() { return "the known one"; } }

    interface Body { void write(MethodVisitor m, String own); }

    static byte[] make(String name, Body body) {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(V11, ACC_PUBLIC | ACC_SUPER, name, null, "java/lang/Object", null);
        w.visitField(ACC_STATIC, "self", "L" + name + ";", null, null);
        w.visitField(ACC_STATIC, "any", "Ljava/lang/Object;", null, null);
        MethodVisitor init = w.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
        init.visitVarInsn(ALOAD, 0);
        init.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        init.visitInsn(RETURN);
        init.visitMaxs(0, 0);
        MethodVisitor who = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "who", "()Ljava/lang/String;", null, null);
        who.visitLdcInsn("the hidden one");
        who.visitInsn(ARETURN);
        who.visitMaxs(0, 0);
        MethodVisitor take = w.visitMethod(ACC_STATIC, "take", "(L" + name + ";)V", null, null);
        take.visitInsn(RETURN);
        take.visitMaxs(0, 0);
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", "()Ljava/lang/Object;", null, null);
        body.write(m, name);
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
        return w.toByteArray();
    }
    static void create(MethodVisitor m, String name) {
        m.visitTypeInsn(NEW, name);
        m.visitInsn(DUP);
        m.visitMethodInsn(INVOKESPECIAL, name, "<init>", "()V", false);
    }
    static void attempt(String what, String name, Body body) {
        for (boolean initialize : new boolean[] {false, true}) {
            try {
                Class<?> hidden = MethodHandles.lookup().defineHiddenClass(make(name, body), initialize).lookupClass();
                Object result = hidden.getMethod("run").invoke(null);
                System.out.println((what + ": " + (hidden.isInstance(result) ? "an instance" : result instanceof Object[] ? result.getClass() : result) + " " + hidden.getSimpleName()).replaceAll("/0x[0-9a-f]+", "/#"));
            } catch (Throwable e) {
                Throwable thrown = e instanceof java.lang.reflect.InvocationTargetException ? e.getCause() : e;
                System.out.println((what + ": " + thrown + " <- " + thrown.getCause()).replaceAll("(/|\\+)0x[0-9a-f]+", "$1#").replaceAll("(?s)Exception Details.*Current", "... Current").replaceAll("(?s)Current.*", ""));
            }
        }
    }

    public static void main(String[] args) {
        for (String name : new String[] {"NotThere", "HiddenOwnNames$Known"}) {
            attempt("new", name, HiddenOwnNames::create);
            attempt("cast", name, (m, own) -> { create(m, own); m.visitTypeInsn(CHECKCAST, own); });
            attempt("own method", name, (m, own) -> m.visitMethodInsn(INVOKESTATIC, own, "who", "()Ljava/lang/String;", false));
            attempt("own field", name, (m, own) -> { create(m, own); m.visitFieldInsn(PUTSTATIC, own, "any", "Ljava/lang/Object;"); m.visitFieldInsn(GETSTATIC, own, "any", "Ljava/lang/Object;"); });
            attempt("field of its type", name, (m, own) -> { create(m, own); m.visitFieldInsn(PUTSTATIC, own, "self", "L" + own + ";"); m.visitInsn(ACONST_NULL); });
            attempt("argument of its type", name, (m, own) -> { create(m, own); m.visitMethodInsn(INVOKESTATIC, own, "take", "(L" + own + ";)V", false); m.visitInsn(ACONST_NULL); });
            attempt("array", name, (m, own) -> { m.visitInsn(ICONST_1); m.visitTypeInsn(ANEWARRAY, own); });
            attempt("literal", name, (m, own) -> m.visitLdcInsn(Type.getObjectType(own)));
            attempt("null of its type", name, (m, own) -> { m.visitInsn(ACONST_NULL); m.visitFieldInsn(PUTSTATIC, own, "self", "L" + own + ";"); m.visitFieldInsn(GETSTATIC, own, "self", "L" + own + ";"); });
        }
    }
}
