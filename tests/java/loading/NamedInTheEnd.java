// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.lang.invoke.MethodHandles;
import java.util.concurrent.atomic.AtomicReference;
import jdk.internal.org.objectweb.asm.*;
import static jdk.internal.org.objectweb.asm.Opcodes.*;

// A failed cast or store names the class of an object that only its operand held, while another thread collects: the class must last as long as
// its name is wanted. JVMS 6.5 checkcast, aastore; JLS 12.7.
public class NamedInTheEnd {
    public interface Failing { void fail(Object[] box, String[] texts); }

    static final int STEPS = 10000;  // without a poll, so that a collection waits for the failure
    static final int BATCH = 32;
    static final long END = System.nanoTime() + 900_000_000L;
    static final AtomicReference<String> wrong = new AtomicReference<>();

    interface Body { void write(MethodVisitor m); }

    static byte[] write(String name, String[] interfaces, Body fail) {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(V11, ACC_PUBLIC | ACC_SUPER, name, null, "java/lang/Object", interfaces);
        MethodVisitor init = w.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
        init.visitVarInsn(ALOAD, 0);
        init.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        init.visitInsn(RETURN);
        init.visitMaxs(0, 0);
        MethodVisitor m = w.visitMethod(ACC_PUBLIC, "fail", "([Ljava/lang/Object;[Ljava/lang/String;)V", null, null);
        fail.write(m);
        m.visitInsn(RETURN);
        m.visitMaxs(0, 0);
        return w.toByteArray();
    }
    // box[0] moves to the operand stack, and many instructions pass.
    static void take(MethodVisitor m) {
        m.visitVarInsn(ALOAD, 1);
        m.visitInsn(ICONST_0);
        m.visitInsn(AALOAD);
        m.visitVarInsn(ALOAD, 1);
        m.visitInsn(ICONST_0);
        m.visitInsn(ACONST_NULL);
        m.visitInsn(AASTORE);
        m.visitInsn(ICONST_0);
        m.visitVarInsn(ISTORE, 3);
        for (int i = 0; i < STEPS; i++) m.visitIincInsn(3, 1);
    }
    static void cast(MethodVisitor m) {
        take(m);
        m.visitTypeInsn(CHECKCAST, "java/lang/String");
        m.visitInsn(POP);
    }
    static void store(MethodVisitor m) {
        m.visitVarInsn(ALOAD, 2);
        m.visitInsn(ICONST_0);
        take(m);
        m.visitInsn(AASTORE);
    }
    static Failing failing(String name, Body body) throws Exception {
        byte[] bytes = write(name, new String[] {"NamedInTheEnd$Failing"}, body);
        return (Failing) MethodHandles.lookup().defineClass(bytes).getConstructor().newInstance();
    }

    // An instance of a class of its own.
    static final byte[] SHOT = write("Shot", null, m -> {});
    static Object[] shot() throws Exception {
        return new Object[] {MethodHandles.lookup().defineHiddenClass(SHOT, false).lookupClass().getConstructor().newInstance()};
    }

    static void shoot(Failing failing, Object[] box, String before, String after) {
        String expected = before + box[0].getClass().getName() + after;
        try {
            failing.fail(box, new String[1]);
            wrong.set("nothing thrown");
        } catch (ClassCastException | ArrayStoreException e) {
            if (!e.getMessage().startsWith(expected)) wrong.set(e.getMessage() + " instead of " + expected);
        }
    }
    static void work(Failing failing, String before, String after) {
        try {
            while (System.nanoTime() < END) {
                Object[][] boxes = new Object[BATCH][];
                for (int i = 0; i < BATCH; i++) boxes[i] = shot();
                for (Object[] box : boxes) shoot(failing, box, before, after);
            }
        } catch (Throwable e) {
            wrong.set(e.toString());
        }
    }

    public static void main(String[] args) throws Exception {
        Failing cast = failing("Cast", NamedInTheEnd::cast);
        Failing store = failing("Store", NamedInTheEnd::store);
        Thread[] workers = {new Thread(() -> work(cast, "class ", " cannot be cast to class java.lang.String")), new Thread(() -> work(store, "", ""))};
        for (Thread worker : workers) worker.start();
        while (System.nanoTime() < END) {
            System.gc();
            Thread.sleep(1);
        }
        for (Thread worker : workers) worker.join();
        System.out.println("wrong: " + wrong.get());  // expect: wrong: null
    }
}
