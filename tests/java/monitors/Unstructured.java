// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.Label;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import static jdk.internal.org.objectweb.asm.Opcodes.*;

// monitorenter and monitorexit as no compiler pairs them (JVMS 2.11.10, 6.5 monitorenter, monitorexit): out of order, too many, too few, of
// an object that only the caller has locked, left to a thrown exception; in plain and synchronized methods.
public class Unstructured {
    /** Each letter is an instruction: a, b enter the monitor of the first or second argument; A, B leave it; t throws; h asks for the hash of the first. */
    static final String[] PLANS = {"", "aA", "abAB", "abBA", "aabAAB", "ababABAB", "a", "aaA", "A", "aAA", "abA", "aBA", "ahA", "at", "abt", "aAt", "Aa", "abAt"};

    static void generate(ClassWriter cw, String name, String plan, int flags) {
        MethodVisitor mv = cw.visitMethod(ACC_PUBLIC | ACC_STATIC | flags, name, "(Ljava/lang/Object;Ljava/lang/Object;)I", null, null);
        mv.visitCode();
        for (char step : plan.toCharArray()) {
            if (step == 't') {
                mv.visitInsn(ACONST_NULL);
                mv.visitInsn(ATHROW);
                mv.visitLabel(new Label());
                mv.visitMaxs(0, 0);
                mv.visitEnd();
                return;
            }
            mv.visitVarInsn(ALOAD, Character.toLowerCase(step) == 'b' ? 1 : 0);
            if (step == 'h') {
                mv.visitMethodInsn(INVOKESTATIC, "java/lang/System", "identityHashCode", "(Ljava/lang/Object;)I", false);
                mv.visitInsn(POP);
            } else {
                mv.visitInsn(Character.isLowerCase(step) ? MONITORENTER : MONITOREXIT);
            }
        }
        mv.visitIntInsn(BIPUSH, plan.length());
        mv.visitInsn(IRETURN);
        mv.visitMaxs(0, 0);
        mv.visitEnd();
    }

    static String call(Method method, Object first, Object second) throws Exception {
        try {
            return "returns " + method.invoke(null, first, second);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            return cause.getClass().getSimpleName();
        }
    }

    static boolean isFree(Object lock) throws InterruptedException {
        Thread other = new Thread(() -> { synchronized (lock) { lock.hashCode(); } });
        other.start();
        other.join(10000);
        return !other.isAlive();
    }

    public static void main(String[] args) throws Exception {
        ClassWriter cw = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        cw.visit(V1_6, ACC_PUBLIC, "Plans", null, "java/lang/Object", null);
        for (int i = 0; i < PLANS.length; i++) {
            generate(cw, "plain" + i, PLANS[i], 0);
            generate(cw, "synchronized" + i, PLANS[i], ACC_SYNCHRONIZED);
        }
        cw.visitEnd();
        Class<?> plans = MethodHandles.lookup().defineClass(cw.toByteArray());
        for (String kind : new String[] {"plain", "synchronized"}) {
            for (int i = 0; i < PLANS.length; i++) {
                Method method = plans.getMethod(kind + i, Object.class, Object.class);
                Object first = new Object();
                Object second = new Object();
                System.out.print(kind + " \"" + PLANS[i] + "\": " + call(method, first, second));
                System.out.print(", free " + isFree(first) + " " + isFree(second) + " " + isFree(plans));
                synchronized (first) {
                    System.out.print("; with the first locked: " + call(method, first, second));
                    System.out.print(", held " + Thread.holdsLock(first) + " " + Thread.holdsLock(second));
                }
                System.out.println(", free " + isFree(first) + " " + isFree(second));
            }
        }
    }
}
