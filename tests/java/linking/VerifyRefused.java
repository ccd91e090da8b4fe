// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.util.function.Consumer;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.Label;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import static jdk.internal.org.objectweb.asm.Opcodes.*;

// What verification refuses (JVMS 4.9, 4.10.1): the kind of error, that it stays, that a class that is never linked may be wrong, and what it does not refuse.
public class VerifyRefused {
    static class Made extends ClassLoader {
        Made() { super(VerifyRefused.class.getClassLoader()); }
        Class<?> define(byte[] b) { return defineClass(null, b, 0, b.length); }
    }

    public static class Parent { protected int guarded; protected void guardedMethod() { } }

    static byte[] build(int version, String descriptor, int stack, int locals, Consumer<MethodVisitor> body) {
        ClassWriter w = new ClassWriter(0);
        w.visit(version, ACC_PUBLIC, "Made", null, "java/lang/Object", null);
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", descriptor, null, null);
        m.visitCode();
        body.accept(m);
        m.visitMaxs(stack, locals);
        m.visitEnd();
        return w.toByteArray();
    }

    /** Both verifiers: type checking of version 61, type inference of version 49. */
    static void refuse(String what, String descriptor, int stack, int locals, Consumer<MethodVisitor> body) {
        for (int version : new int[] {V17, V1_5}) {
            Class<?> made = new Made().define(build(version, descriptor, stack, locals, body));
            StringBuilder line = new StringBuilder(what + (version == V17 ? " (61):" : " (49):"));
            for (int k = 0; k < 2; k++) {
                try {
                    Class.forName(made.getName(), true, made.getClassLoader());
                    line.append(" fine");
                } catch (Throwable t) {
                    line.append(' ').append(t.getClass().getName()).append(t.getCause() == null ? "" : " <- " + t.getCause());
                    if (k == 0) line.append(t.getMessage().contains("Made") ? " names the class" : " does not name the class");
                }
            }
            System.out.println(line);
        }
    }

    public static void main(String[] args) throws Exception {
        refuse("nothing wrong", "()V", 0, 0, m -> m.visitInsn(RETURN));
        refuse("falls off the end", "()V", 1, 0, m -> { m.visitInsn(ICONST_0); m.visitInsn(POP); });
        refuse("underflow", "()V", 1, 0, m -> { m.visitInsn(POP); m.visitInsn(RETURN); });
        refuse("overflow", "()V", 1, 0, m -> { m.visitInsn(ICONST_0); m.visitInsn(ICONST_0); m.visitInsn(RETURN); });
        refuse("no such local", "()V", 1, 0, m -> { m.visitVarInsn(ILOAD, 3); m.visitInsn(POP); m.visitInsn(RETURN); });
        refuse("unset local", "()V", 1, 1, m -> { m.visitVarInsn(ILOAD, 0); m.visitInsn(POP); m.visitInsn(RETURN); });
        refuse("int as reference", "(I)V", 1, 1, m -> { m.visitVarInsn(ALOAD, 0); m.visitInsn(POP); m.visitInsn(RETURN); });
        refuse("reference as int", "(Ljava/lang/Object;)I", 1, 1, m -> { m.visitVarInsn(ALOAD, 0); m.visitInsn(IRETURN); });
        refuse("half a long", "(J)V", 2, 2, m -> { m.visitVarInsn(LLOAD, 0); m.visitInsn(POP); m.visitInsn(POP); m.visitInsn(RETURN); });
        refuse("second half", "(J)V", 2, 2, m -> { m.visitVarInsn(ILOAD, 1); m.visitInsn(POP); m.visitInsn(RETURN); });
        refuse("float plus int", "(FI)V", 2, 2, m -> { m.visitVarInsn(FLOAD, 0); m.visitVarInsn(ILOAD, 1); m.visitInsn(FADD); m.visitInsn(POP); m.visitInsn(RETURN); });
        refuse("wrong return", "()I", 1, 0, m -> { m.visitInsn(FCONST_0); m.visitInsn(FRETURN); });
        refuse("return without value", "()I", 1, 0, m -> m.visitInsn(RETURN));
        refuse("string as integer", "(Ljava/lang/String;)Ljava/lang/Integer;", 1, 1, m -> { m.visitVarInsn(ALOAD, 0); m.visitInsn(ARETURN); });
        refuse("object as interface", "(Ljava/lang/Object;)Ljava/lang/Runnable;", 1, 1, m -> { m.visitVarInsn(ALOAD, 0); m.visitInsn(ARETURN); });
        refuse("argument type", "(Ljava/lang/Object;)V", 1, 1, m -> { m.visitVarInsn(ALOAD, 0); m.visitMethodInsn(INVOKESTATIC, "java/lang/Integer", "parseInt", "(Ljava/lang/String;)I", false); m.visitInsn(POP); m.visitInsn(RETURN); });
        refuse("receiver type", "(Ljava/lang/Object;)V", 1, 1, m -> { m.visitVarInsn(ALOAD, 0); m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/String", "length", "()I", false); m.visitInsn(POP); m.visitInsn(RETURN); });
        refuse("uninitialized used", "()V", 2, 0, m -> { m.visitTypeInsn(NEW, "java/lang/Object"); m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/Object", "hashCode", "()I", false); m.visitInsn(POP); m.visitInsn(RETURN); });
        refuse("initialized twice", "()V", 3, 0, m -> { m.visitTypeInsn(NEW, "java/lang/Object"); m.visitInsn(DUP); m.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false); m.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false); m.visitInsn(RETURN); });
        refuse("int array as byte array", "([I)V", 3, 1, m -> { m.visitVarInsn(ALOAD, 0); m.visitInsn(ICONST_0); m.visitInsn(BALOAD); m.visitInsn(POP); m.visitInsn(RETURN); });
        refuse("throw of a string", "(Ljava/lang/String;)V", 1, 1, m -> { m.visitVarInsn(ALOAD, 0); m.visitInsn(ATHROW); });
        refuse("jump without frame", "(I)V", 1, 1, m -> { Label l = new Label(); m.visitVarInsn(ILOAD, 0); m.visitJumpInsn(IFEQ, l); m.visitLabel(l); m.visitInsn(RETURN); });
        refuse("stack differs", "(I)V", 2, 1, m -> { Label l = new Label(); m.visitVarInsn(ILOAD, 0); m.visitJumpInsn(IFEQ, l); m.visitInsn(ICONST_0); m.visitLabel(l); m.visitFrame(F_SAME, 0, null, 0, null); m.visitInsn(RETURN); });
        refuse("handler of no Throwable", "()V", 1, 0, m -> { Label a = new Label(), b = new Label(), h = new Label(); m.visitTryCatchBlock(a, b, h, "java/lang/String"); m.visitLabel(a); m.visitInsn(NOP); m.visitLabel(b); m.visitInsn(RETURN); m.visitLabel(h); m.visitFrame(F_SAME1, 0, null, 1, new Object[] {"java/lang/String"}); m.visitInsn(POP); m.visitInsn(RETURN); });
        refuse("jsr", "()V", 1, 1, m -> { Label l = new Label(); m.visitJumpInsn(JSR, l); m.visitInsn(RETURN); m.visitLabel(l); m.visitVarInsn(ASTORE, 0); m.visitVarInsn(RET, 0); });
        refuse("dead code", "()V", 1, 0, m -> { m.visitInsn(RETURN); m.visitInsn(IADD); m.visitInsn(RETURN); });
        refuse("this is not set", "()V", 1, 1, m -> { m.visitVarInsn(ALOAD, 0); m.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false); m.visitInsn(RETURN); });
        refuse("protected of another package", "(Ljava/lang/Object;)V", 1, 1, m -> { m.visitVarInsn(ALOAD, 0); m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/Object", "clone", "()Ljava/lang/Object;", false); m.visitInsn(POP); m.visitInsn(RETURN); });
        refuse("names unknown classes", "()V", 2, 0, m -> { m.visitInsn(ACONST_NULL); m.visitMethodInsn(INVOKESTATIC, "not/There", "f", "(Lnot/Anywhere;)V", false); m.visitInsn(RETURN); });
        refuse("needs unknown classes", "(Lnot/Here;)V", 2, 1, m -> { m.visitVarInsn(ALOAD, 0); m.visitMethodInsn(INVOKESTATIC, "not/There", "f", "(Lnot/Anywhere;)V", false); m.visitInsn(RETURN); });
        Class<?> unlinked = new Made().define(build(V17, "()V", 0, 0, m -> m.visitInsn(POP)));
        System.out.println(unlinked.getName() + " " + unlinked.getSuperclass() + " " + Class.forName("Made", false, new Made() { { define(build(V17, "()V", 0, 0, m -> m.visitInsn(POP))); } }).getSimpleName());
        try {
            unlinked.getMethod("run").invoke(null);
        } catch (VerifyError e) {
            System.out.println("refused when used");
        }
    }
}
