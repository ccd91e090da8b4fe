// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.SwitchPoint;
import java.lang.invoke.VolatileCallSite;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.Handle;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import static jdk.internal.org.objectweb.asm.Opcodes.*;

// invokedynamic sites whose target changes: mutable, volatile, an inline cache that relinks itself, switch points; each instruction its own site;
// racing threads agree on one call site; a static target that initializes its class.
public class ChangingSites {
    static List<CallSite> made = new ArrayList<>();
    static final Lookup LOOKUP = MethodHandles.lookup();

    static int one(int x) { return x + 1; }
    static int ten(int x) { return x + 10; }
    static int fail(int x) { throw new IllegalStateException("target " + x); }
    static String describeInt(Object o) { return "int " + o; }
    static String describeText(Object o) { return "text " + o; }
    static boolean isOf(Class<?> c, Object o) { return c.isInstance(o); }

    static class Late {
        static { System.out.println("Late initialized"); }
        static int three(int x) { return x + 3; }
    }

    static MethodHandle find(String name) throws Exception { return LOOKUP.findStatic(ChangingSites.class, name, MethodType.methodType(int.class, int.class)); }

    public static synchronized CallSite link(Lookup l, String name, MethodType type) throws Throwable {
        CallSite site;
        switch (name) {
            case "mutable": site = new MutableCallSite(find("one")); break;
            case "volatile": site = new VolatileCallSite(find("one")); break;
            case "constant": site = new ConstantCallSite(find("one")); break;
            case "late": site = new ConstantCallSite(LOOKUP.findStatic(Late.class, "three", MethodType.methodType(int.class, int.class))); break;
            case "throwing": site = new ConstantCallSite(find("fail")); break;
            case "cache": {
                MutableCallSite cache = new MutableCallSite(type);
                cache.setTarget(MethodHandles.insertArguments(LOOKUP.findStatic(ChangingSites.class, "relink", MethodType.methodType(String.class, MutableCallSite.class, Object.class)), 0, cache));
                site = cache;
                break;
            }
            default: throw new AssertionError(name);
        }
        made.add(site);
        return site;
    }

    static String relink(MutableCallSite cache, Object o) throws Throwable {
        MethodHandle target = LOOKUP.findStatic(ChangingSites.class, o instanceof Integer ? "describeInt" : "describeText", MethodType.methodType(String.class, Object.class));
        MethodHandle test = LOOKUP.findStatic(ChangingSites.class, "isOf", MethodType.methodType(boolean.class, Class.class, Object.class)).bindTo(o.getClass());
        cache.setTarget(MethodHandles.guardWithTest(test, target, cache.getTarget()));
        return "relinked " + (String) target.invokeExact(o);
    }

    static MethodHandle user(String name, String site, String descriptor) throws Throwable {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(V17, ACC_PUBLIC, name, null, "java/lang/Object", null);
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", descriptor, null, null);
        MethodType type = MethodType.fromMethodDescriptorString(descriptor, null);
        boolean isInt = type.parameterType(0) == int.class;
        m.visitVarInsn(isInt ? ILOAD : ALOAD, 0);
        m.visitInvokeDynamicInsn(site, descriptor, new Handle(H_INVOKESTATIC, "ChangingSites", "link", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;", false));
        m.visitInsn(isInt ? IRETURN : ARETURN);
        m.visitMaxs(0, 0);
        return LOOKUP.findStatic(LOOKUP.defineClass(w.toByteArray()), "run", type);
    }

    public static void main(String[] args) throws Throwable {
        for (String kind : new String[] {"mutable", "volatile", "constant"}) {
            MethodHandle run = user("Uses_" + kind, kind, "(I)I");
            int first = (int) run.invokeExact(5);
            CallSite site = made.get(made.size() - 1);
            try {
                site.setTarget(find("ten"));
            } catch (UnsupportedOperationException e) {
                System.out.println(e);
            }
            System.out.println(kind + " " + first + " " + (int) run.invokeExact(5) + " " + (int) site.dynamicInvoker().invokeExact(5) + " " + site.type());
            try {
                site.setTarget(MethodHandles.identity(long.class));
            } catch (java.lang.invoke.WrongMethodTypeException | UnsupportedOperationException e) {
                System.out.println(e);
            }
        }
        MethodHandle cache = user("Cache", "cache", "(Ljava/lang/Object;)Ljava/lang/String;");
        for (Object o : new Object[] {1, 2, "a", 3, "b"}) System.out.println((String) cache.invokeExact(o));
        MethodHandle late = user("UsesLate", "late", "(I)I");
        System.out.println("before");
        for (int k = 0; k < 3; k++) System.out.println((int) late.invokeExact(k));
        MethodHandle throwing = user("Throws", "throwing", "(I)I");
        for (int k = 0; k < 3; k++) {
            try {
                int never = (int) throwing.invokeExact(k);
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage() + " " + e.getStackTrace()[0].getMethodName() + " " + e.getStackTrace()[1]);
            }
        }
        made.clear();
        race();
        switchPoints();
    }

    /** Four threads link one site at once; afterwards the winner's target counts for all. */
    static void race() throws Throwable {
        MethodHandle run = user("Raced", "mutable", "(I)I");
        CyclicBarrier barrier = new CyclicBarrier(4);
        int[] results = new int[4];
        Thread[] threads = new Thread[4];
        for (int k = 0; k < 4; k++) {
            int at = k;
            threads[k] = new Thread(() -> {
                try {
                    barrier.await();
                    results[at] = (int) run.invokeExact(at);
                } catch (Throwable t) {
                    results[at] = -1;
                }
            });
            threads[k].start();
        }
        for (Thread t : threads) t.join();
        int effective = 0;
        for (CallSite candidate : made) {
            MethodHandle before = candidate.getTarget();
            candidate.setTarget(find("ten"));
            if ((int) run.invokeExact(0) == 10) effective++;
            candidate.setTarget(before);
        }
        System.out.println(results[0] + " " + results[1] + " " + results[2] + " " + results[3] + " one site: " + (effective == 1));
        MutableCallSite.syncAll(new MutableCallSite[] {(MutableCallSite) made.get(0)});
    }

    static void switchPoints() throws Throwable {
        SwitchPoint[] points = {new SwitchPoint(), new SwitchPoint()};
        MethodHandle chain = points[0].guardWithTest(find("one"), points[1].guardWithTest(find("ten"), find("fail")));
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < 3; k++) {
            try {
                text.append((int) chain.invokeExact(100)).append(' ');
            } catch (IllegalStateException e) {
                text.append(e.getMessage());
            }
            if (k < 2) SwitchPoint.invalidateAll(new SwitchPoint[] {points[k]});
        }
        System.out.println(text);
    }
}
