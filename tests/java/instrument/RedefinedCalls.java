// Every way to a method leads to its new body after redefinition: static, special, virtual and interface calls, inline caches of one and of
// many receivers, accessors done at the call site, lambdas, method handles, reflection. Old bodies that run go on to their end.
// manifest: Premain-Class: RedefinedCalls; Can-Redefine-Classes: true; Can-Retransform-Classes: true
// run: -javaagent:{jar} --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED

import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import jdk.internal.org.objectweb.asm.ClassReader;
import jdk.internal.org.objectweb.asm.ClassVisitor;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Opcodes;

interface Speaker {
    String speak();
    default String shout() { return speak() + "!"; }
}

class Base implements Speaker {
    int number = 1;
    int other = 100;
    static int initialized = 0;
    static final int constant;
    static {
        initialized++;
        constant = 5;
    }

    int getNumber() { return number; }
    void setNumber(int to) { number = to; }
    public String speak() { return "base v1"; }
    static String fixed() { return "static v1"; }
    private String hidden() { return "private v1"; }
    String callHidden() { return hidden(); }
    final String sealed() { return "final v1"; }
    static long wide(int a, long b, double c) { return a + b + (long) c; }

    // A frame of the old body goes on: what it calls is new.
    static String spin(Runnable halfway) {
        String before = fixed();
        halfway.run();
        return before + " then " + fixed() + " in spin v1";
    }
    static int deep(int depth, Runnable atBottom) {
        if (depth == 0) {
            atBottom.run();
            return 0;
        }
        return 1 + deep(depth - 1, atBottom);
    }
    static String handler(Runnable thrower) {
        try {
            thrower.run();
            return "nothing v1";
        } catch (IllegalStateException e) {
            return "caught v1 " + e.getMessage();
        }
    }
    static synchronized String locked(Runnable inside) {
        inside.run();
        return Thread.holdsLock(Base.class) + " v1";
    }
    Supplier<String> lambda() { return () -> "lambda v1 " + number; }
    static String loop(int n) {
        int i = 0;
        for (;;) {
            if (i++ == n) return "loop v1";
        }
    }
}

class Derived extends Base {
    public String speak() { return "derived over " + super.speak(); }
}

class Third extends Base {
}

public class RedefinedCalls {
    static Instrumentation instrumentation;

    public static void premain(String options, Instrumentation given) { instrumentation = given; }

    static byte[] bytesOf(Class<?> c) throws Exception {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(c.getName() + ".class")) {
            return in.readAllBytes();
        }
    }

    // Each string constant with "v<from>" says "v<to>"; getNumber reads the other field; wide needs more locals than it did.
    static byte[] version(Class<?> c, int from, int to) throws Exception {
        ClassReader reader = new ClassReader(bytesOf(c));
        ClassWriter writer = new ClassWriter(0);
        reader.accept(new ClassVisitor(Opcodes.ASM8, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
                return new MethodVisitor(Opcodes.ASM8, next) {
                    @Override
                    public void visitLdcInsn(Object value) {
                        super.visitLdcInsn(value instanceof String s ? s.replace("v" + from, "v" + to) : value);
                    }
                    @Override
                    public void visitInvokeDynamicInsn(String n, String d, jdk.internal.org.objectweb.asm.Handle h, Object... arguments) {
                        for (int i = 0; i < arguments.length; i++) {
                            if (arguments[i] instanceof String s) arguments[i] = s.replace("v" + from, "v" + to);
                        }
                        super.visitInvokeDynamicInsn(n, d, h, arguments);
                    }
                    @Override
                    public void visitFieldInsn(int opcode, String owner, String field, String type) {
                        boolean isGetter = name.equals("getNumber");
                        super.visitFieldInsn(opcode, owner, isGetter ? "other" : field, type);
                    }
                    @Override
                    public void visitCode() {
                        super.visitCode();
                        if (name.equals("wide")) {
                            super.visitLdcInsn(1000L);
                            super.visitVarInsn(Opcodes.LSTORE, 9);
                            super.visitVarInsn(Opcodes.LLOAD, 9);
                            super.visitVarInsn(Opcodes.LLOAD, 1);
                            super.visitInsn(Opcodes.LADD);
                            super.visitVarInsn(Opcodes.LSTORE, 1);
                        }
                    }
                    @Override
                    public void visitMaxs(int stack, int locals) { super.visitMaxs(stack + 4, locals + 12); }
                };
            }
        }, 0);
        return writer.toByteArray();
    }

    static void redefine(Class<?> c, int to) {
        try {
            instrumentation.redefineClasses(new ClassDefinition(c, version(c, 1, to)));
        } catch (Exception e) {
            throw new RuntimeException(e);
        }
    }

    // One call site each: it settles before the redefinition.
    static String virtualCall(Base b) { return b.speak(); }
    static String interfaceCall(Speaker s) { return s.speak() + " " + s.shout(); }
    static int accessor(Base b) { return b.getNumber(); }
    static void mutator(Base b, int to) { b.setNumber(to); }
    static String staticCall() { return Base.fixed(); }
    static String finalCall(Base b) { return b.sealed(); }
    static String privateCall(Base b) { return b.callHidden(); }
    static long wideCall() { return Base.wide(1, 2L, 3.0); }

    static void all(String when, MethodHandle handle, Method reflected, IntUnaryOperator unused, Supplier<String> reference) throws Throwable {
        Base base = new Base();
        Base derived = new Derived();
        Base third = new Third();
        System.out.println(when + " virtual: " + virtualCall(base) + ", " + virtualCall(derived) + ", " + virtualCall(third));
        System.out.println(when + " interface: " + interfaceCall(base) + ", " + interfaceCall(derived));
        mutator(base, 7);
        System.out.println(when + " accessors: " + accessor(base) + " " + accessor(derived) + " " + base.number);
        System.out.println(when + " static: " + staticCall() + ", final: " + finalCall(derived) + ", private: " + privateCall(base));
        System.out.println(when + " wide: " + wideCall());
        System.out.println(when + " handle: " + (String) handle.invokeExact(derived) + ", reflection: " + reflected.invoke(base));
        System.out.println(when + " reference: " + reference.get() + ", lambda: " + base.lambda().get());
        System.out.println(when + " loop: " + Base.loop(1000));
    }

    static void checkRunning() {
        System.out.println("running: " + Base.spin(() -> redefine(Base.class, 3)));
        System.out.println("deep: " + Base.deep(200, () -> redefine(Base.class, 4)) + " " + Base.fixed());
        System.out.println("handler: " + Base.handler(() -> {
            redefine(Base.class, 5);
            throw new IllegalStateException("thrown inside");
        }));
        System.out.println("handler again: " + Base.handler(() -> {
            throw new IllegalStateException("thrown again");
        }));
        System.out.println("locked: " + Base.locked(() -> redefine(Base.class, 6)) + ", " + Base.locked(() -> { }));
        Supplier<String> old = new Base().lambda();
        redefine(Base.class, 7);
        System.out.println("lambda object of before: " + old.get());
    }

    static void checkTraces() {
        Throwable[] thrown = new Throwable[1];
        Base.spin(() -> {
            redefine(Base.class, 8);
            thrown[0] = new Throwable("in an old frame");
        });
        for (StackTraceElement element : thrown[0].getStackTrace()) {
            System.out.println("  " + element.getClassName().replaceAll("/0x.*", "") + "." + element.getMethodName().replaceAll("\\$.*", ""));
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle handle = lookup.findVirtual(Base.class, "speak", MethodType.methodType(String.class));
        Method reflected = Base.class.getMethod("speak");
        reflected.setAccessible(true);
        Supplier<String> reference = Base::fixed;
        for (int i = 0; i < 3; i++) all("before " + i, handle, reflected, x -> x, reference);
        redefine(Base.class, 2);
        for (int i = 0; i < 2; i++) all("after " + i, handle, reflected, x -> x, reference);
        redefine(Derived.class, 2);
        all("both", handle, reflected, x -> x, reference);
        System.out.println("initialized " + Base.initialized + " constant " + Base.constant);
        checkRunning();
        checkTraces();
        for (int i = 0; i < 40; i++) redefine(Base.class, 10 + i);
        all("many", handle, reflected, x -> x, reference);
        System.gc();
        all("collected", handle, reflected, x -> x, reference);
        System.out.println("initialized " + Base.initialized);
    }
}
