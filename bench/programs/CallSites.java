// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.IntUnaryOperator;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.Handle;
import jdk.internal.org.objectweb.asm.Label;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import static jdk.internal.org.objectweb.asm.Opcodes.*;

/** What one call costs: a static method called by invokestatic, by a linked invokedynamic, by an exact handle, by a lambda; a lambda made. */
public final class CallSites {
    public static int next(int x) { return x + 1; }

    public static CallSite link(MethodHandles.Lookup lookup, String name, MethodType type) throws ReflectiveOperationException {
        return new ConstantCallSite(MethodHandles.lookup().findStatic(CallSites.class, name, type));
    }

    interface Call { void emit(MethodVisitor m); }

    /** int run(int n): calls n times, each with the last result. */
    static MethodHandle loop(Call call) throws Exception {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS | ClassWriter.COMPUTE_FRAMES);
        w.visit(V17, ACC_PUBLIC, "Loop", null, "java/lang/Object", null);
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", "(I)I", null, null);
        Label head = new Label(), end = new Label();
        m.visitInsn(ICONST_0);
        m.visitVarInsn(ISTORE, 1);
        m.visitLabel(head);
        m.visitVarInsn(ILOAD, 0);
        m.visitJumpInsn(IFEQ, end);
        m.visitVarInsn(ILOAD, 1);
        call.emit(m);
        m.visitVarInsn(ISTORE, 1);
        m.visitIincInsn(0, -1);
        m.visitJumpInsn(GOTO, head);
        m.visitLabel(end);
        m.visitVarInsn(ILOAD, 1);
        m.visitInsn(IRETURN);
        m.visitMaxs(0, 0);
        MethodHandles.Lookup made = MethodHandles.lookup().defineHiddenClass(w.toByteArray(), true);
        return made.findStatic(made.lookupClass(), "run", MethodType.methodType(int.class, int.class));
    }

    interface Work { long run(int n) throws Throwable; }

    static void time(String what, int n, Work work) throws Throwable {
        work.run(1000);
        long best = Long.MAX_VALUE;
        for (int k = 0; k < 5; k++) {
            long start = System.nanoTime();
            work.run(n);
            best = Math.min(best, System.nanoTime() - start);
        }
        System.out.println(what + " " + best * 10 / n / 10.0 + " ns");
    }

    static final MethodHandle EXACT = find();
    static MethodHandle find() {
        try {
            return MethodHandles.lookup().findStatic(CallSites.class, "next", MethodType.methodType(int.class, int.class));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static int exact(int n) throws Throwable {
        int x = 0;
        for (int k = 0; k < n; k++) x = (int) EXACT.invokeExact(x);
        return x;
    }

    static int lambda(int n) {
        IntUnaryOperator f = x -> x + 1;
        int x = 0;
        for (int k = 0; k < n; k++) x = f.applyAsInt(x);
        return x;
    }

    static int plainLambdas(int n) {
        int x = 0;
        for (int k = 0; k < n; k++) {
            IntUnaryOperator f = y -> y + 1;
            x = f.applyAsInt(x);
        }
        return x;
    }

    static int capturingLambdas(int n) {
        int x = 0;
        for (int k = 0; k < n; k++) {
            int step = k;
            IntUnaryOperator f = y -> y + step;
            x = f.applyAsInt(x);
        }
        return x;
    }

    static int concat(int n) {
        int x = 0;
        for (int k = 0; k < n; k++) x += ("k" + k).length();
        return x;
    }

    public static void main(String[] args) throws Throwable {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 1000000;
        MethodHandle direct = loop(m -> m.visitMethodInsn(INVOKESTATIC, "CallSites", "next", "(I)I", false));
        MethodHandle dynamic = loop(m -> m.visitInvokeDynamicInsn("next", "(I)I", new Handle(H_INVOKESTATIC, "CallSites", "link", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;", false)));
        time("invokestatic", n, k -> (int) direct.invokeExact(k));
        time("invokedynamic", n, k -> (int) dynamic.invokeExact(k));
        time("invokeExact", n, CallSites::exact);
        time("lambda called", n, CallSites::lambda);
        time("lambda made and called", n, CallSites::plainLambdas);
        time("capturing lambda made and called", n, CallSites::capturingLambdas);
        time("concatenation", n / 4, CallSites::concat);
    }
}
