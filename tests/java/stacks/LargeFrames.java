// run: -Xss4m --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.util.function.Consumer;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.Label;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import static jdk.internal.org.objectweb.asm.Opcodes.*;

// Methods with tens of thousands of locals or operands (JVMS 4.11 allows 65535): calls out of them and back, loops, exceptions, locks, collections.
public class LargeFrames {
    static final int FAR = 40000;

    /** What a generated class is called by. */
    public interface Big {
        String run(int depth, long number, String text);
    }

    static class Made extends ClassLoader {
        Made() { super(LargeFrames.class.getClassLoader()); }
        Class<?> define(byte[] b) { return defineClass(null, b, 0, b.length); }
    }

    static Big make(int access, int stack, int locals, Consumer<MethodVisitor> body) throws Exception {
        ClassWriter w = new ClassWriter(0);
        w.visit(V1_5, ACC_PUBLIC, "Made", null, "java/lang/Object", new String[] {"LargeFrames$Big"});
        MethodVisitor init = w.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
        init.visitVarInsn(ALOAD, 0);
        init.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        init.visitInsn(RETURN);
        init.visitMaxs(1, 1);
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | access, "run", "(IJLjava/lang/String;)Ljava/lang/String;", null, null);
        m.visitCode();
        body.accept(m);
        m.visitMaxs(stack, locals);
        m.visitEnd();
        return (Big) new Made().define(w.toByteArray()).getDeclaredConstructor().newInstance();
    }

    /** Called by generated code. */
    public static String back(Big big, int depth, long number, String text) {
        System.gc();
        if (depth == 0) return text + number;
        if (depth < 0) throw new IllegalArgumentException("depth " + depth);
        return big.run(depth - 1, number * 3, text + depth);
    }

    static void callBack(MethodVisitor m, int from) {
        m.visitVarInsn(ALOAD, 0);
        m.visitVarInsn(ILOAD, from);
        m.visitVarInsn(LLOAD, from + 1);
        m.visitVarInsn(ALOAD, from + 3);
        m.visitMethodInsn(INVOKESTATIC, "LargeFrames", "back", "(LLargeFrames$Big;IJLjava/lang/String;)Ljava/lang/String;", false);
    }

    /** Copies the arguments far up, adds to the number in a loop, calls back, catches what that throws. */
    static void inLocals(MethodVisitor m) {
        Label head = new Label(), start = new Label(), end = new Label(), caught = new Label();
        m.visitTryCatchBlock(start, end, caught, "java/lang/IllegalArgumentException");
        m.visitVarInsn(ILOAD, 1);
        m.visitVarInsn(ISTORE, FAR);
        m.visitVarInsn(LLOAD, 2);
        m.visitVarInsn(LSTORE, FAR + 1);
        m.visitVarInsn(ALOAD, 4);
        m.visitVarInsn(ASTORE, FAR + 3);
        m.visitIntInsn(SIPUSH, 1000);
        m.visitVarInsn(ISTORE, FAR + 4);
        m.visitLabel(head);
        m.visitVarInsn(LLOAD, FAR + 1);
        m.visitInsn(LCONST_1);
        m.visitInsn(LADD);
        m.visitVarInsn(LSTORE, FAR + 1);
        m.visitIincInsn(FAR + 4, -1);
        m.visitVarInsn(ILOAD, FAR + 4);
        m.visitJumpInsn(IFGT, head);
        m.visitLabel(start);
        callBack(m, FAR);
        m.visitLabel(end);
        m.visitInsn(ARETURN);
        m.visitLabel(caught);
        m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/IllegalArgumentException", "getMessage", "()Ljava/lang/String;", false);
        m.visitInsn(ARETURN);
    }

    /** The call stands on tens of thousands of operands. */
    static void onStack(MethodVisitor m) {
        for (int i = 0; i < 17000; ++i) m.visitInsn(LCONST_1);
        callBack(m, 1);
        m.visitVarInsn(ASTORE, 5);
        for (int i = 1; i < 17000; ++i) m.visitInsn(LADD);
        m.visitVarInsn(ALOAD, 5);
        m.visitInsn(DUP_X2);
        m.visitInsn(POP);
        m.visitMethodInsn(INVOKESTATIC, "java/lang/Long", "toString", "(J)Ljava/lang/String;", false);
        m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/String", "concat", "(Ljava/lang/String;)Ljava/lang/String;", false);
        m.visitInsn(ARETURN);
    }

    /** Throws into its caller. */
    static void divide(MethodVisitor m) {
        m.visitVarInsn(ILOAD, 1);
        m.visitVarInsn(ISTORE, FAR);
        m.visitInsn(ICONST_1);
        m.visitVarInsn(ILOAD, FAR);
        m.visitInsn(IDIV);
        m.visitInsn(POP);
        m.visitVarInsn(ALOAD, 0);
        m.visitMethodInsn(INVOKESTATIC, "java/lang/Thread", "holdsLock", "(Ljava/lang/Object;)Z", false);
        m.visitMethodInsn(INVOKESTATIC, "java/lang/String", "valueOf", "(Z)Ljava/lang/String;", false);
        m.visitInsn(ARETURN);
    }

    static String endless(Big big) {
        return big.run(1 << 20, 0, "").substring(0, 1);
    }

    public static void main(String[] args) throws Exception {
        Big locals = make(0, 8, FAR + 5, LargeFrames::inLocals);
        for (int depth = -1; depth < 3; ++depth) System.out.println(locals.run(depth, 7, "a"));
        Big stack = make(0, 34010, 6, LargeFrames::onStack);
        for (int depth = 0; depth < 3; ++depth) System.out.println(stack.run(depth, 7, "b"));
        try {
            stack.run(-1, 7, "b");
        } catch (IllegalArgumentException e) {
            System.out.println(e + " at " + e.getStackTrace()[1]);
        }
        Big locked = make(ACC_SYNCHRONIZED, 2, FAR + 1, LargeFrames::divide);
        System.out.println(locked.run(1, 0, "") + " " + Thread.holdsLock(locked));
        try {
            locked.run(0, 0, "");
        } catch (ArithmeticException e) {
            System.out.println(e + " " + Thread.holdsLock(locked) + " at " + e.getStackTrace()[0]);
        }
        try {
            endless(locals);
        } catch (StackOverflowError e) {
            System.out.println("overflow");
        }
    }
}
