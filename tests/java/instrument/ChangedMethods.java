// Redefinitions that add and delete methods: who remembers a deleted one, by a linked call, a method handle or reflection, is told that it is
// gone; a frame that runs it goes on; it may come back, as another. Added ones are called, listed, and replaced and deleted in their turn.
// manifest: Premain-Class: ChangedMethods; Can-Redefine-Classes: true
// run: -javaagent:{jar} -XX:+AllowRedefinitionToAddDeleteMethods --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED

import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.Callable;
import jdk.internal.org.objectweb.asm.ClassReader;
import jdk.internal.org.objectweb.asm.ClassVisitor;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Opcodes;

public class ChangedMethods {
    static class Subject {
        private static int number(int a, long b) { return a + (int) b; }
        private static synchronized String locked() { return "locked"; }
        private final String text(double d) { return "text " + d; }
        private static String running(Runnable halfway) {
            String before = locked();
            halfway.run();
            return before + " then on";
        }
        static String visible() { return "visible " + added(1); }
        private static int added(int i) { return i; }
        private static int thrower(RuntimeException e) { throw e; }
        private int virtual() { return 1; }
    }

    static Instrumentation instrumentation;
    static byte[] original;

    public static void premain(String options, Instrumentation given) { instrumentation = given; }

    // The class without some methods; the constants of the others' code become `constant`.
    static byte[] without(Set<String> names, int constant) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(original).accept(new ClassVisitor(Opcodes.ASM8, writer) {
            @Override public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                if (names.contains(name)) return null;
                return new MethodVisitor(Opcodes.ASM8, super.visitMethod(access, name, descriptor, signature, exceptions)) {
                    @Override public void visitInsn(int opcode) { super.visitInsn(opcode == Opcodes.ICONST_1 ? Opcodes.ICONST_0 + constant : opcode); }
                };
            }
        }, 0);
        return writer.toByteArray();
    }

    static void redefine(String what, byte[] bytes) {
        try {
            instrumentation.redefineClasses(new ClassDefinition(Subject.class, bytes));
            System.out.println(what + ": done");
        } catch (Throwable e) {
            System.out.println(what + ": " + e);
        }
    }

    static void attempt(String what, Callable<Object> call) {
        try {
            System.out.println(what + ": " + call.call());
        } catch (Throwable e) {
            Throwable cause = e instanceof java.lang.reflect.InvocationTargetException ? e.getCause() : e;
            System.out.println(what + ": " + cause);
        }
    }

    static void list() {
        System.out.println(Arrays.stream(Subject.class.getDeclaredMethods()).map(Method::getName).sorted().toList());
    }

    static int callNumber() { return Subject.number(1, 2L); }
    static int callNumberLate() { return Subject.number(3, 4L); }
    static int callNumberLater() { return Subject.number(5, 6L); }

    public static void main(String[] args) throws Throwable {
        try (InputStream in = ClassLoader.getSystemResourceAsStream("ChangedMethods$Subject.class")) {
            original = in.readAllBytes();
        }
        Set<String> some = Set.of("number", "locked", "text", "running", "thrower");
        redefine("without an added one", without(Set.of("added"), 1));
        attempt("visible", Subject::visible);
        redefine("with it", without(Set.of(), 2));
        attempt("visible", Subject::visible);
        redefine("with another", without(Set.of(), 3));
        attempt("visible", Subject::visible);
        redefine("a virtual one", without(Set.of("virtual"), 1));
        redefine("a public one", without(Set.of("visible"), 1));

        Subject subject = new Subject();
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(Subject.class, MethodHandles.lookup());
        MethodHandle number = lookup.findStatic(Subject.class, "number", MethodType.methodType(int.class, int.class, long.class));
        MethodHandle text = lookup.findSpecial(Subject.class, "text", MethodType.methodType(String.class, double.class), Subject.class);
        Method reflected = Subject.class.getDeclaredMethod("locked");
        reflected.setAccessible(true);
        RuntimeException thrown = new RuntimeException("kept");
        for (int i = 0; i < 3; i++) {
            attempt("call", ChangedMethods::callNumber);
            attempt("handle", () -> { try { return (int) number.invokeExact(7, 8L); } catch (Throwable e) { throw (Error) e; } });
            attempt("special", () -> { try { return (String) text.invokeExact(subject, 2.5); } catch (Throwable e) { throw (Error) e; } });
            attempt("direct special", () -> subject.text(0.5));
            attempt("locked", Subject::locked);
            attempt("reflected", () -> reflected.invoke(null));
            attempt("running", () -> Subject.running(() -> redefine("while it runs", without(some, 4))));
            attempt("late", ChangedMethods::callNumberLate);
            attempt("thrower", () -> { Subject.thrower(thrown); return "returned"; });
            list();
        }
        System.out.println(thrown + " " + thrown.getStackTrace().length);
        attempt("visible", Subject::visible);
        redefine("all again", original);
        attempt("call", ChangedMethods::callNumber);
        attempt("later", ChangedMethods::callNumberLater);
        attempt("new handle", () -> { try { return lookup.findStatic(Subject.class, "number", number.type()).invoke(7, 8L); } catch (Throwable e) { throw (Error) e; } });
        attempt("visible", Subject::visible);
        list();
        System.gc();
        redefine("less again", without(some, 1));
        System.gc();
        attempt("visible", Subject::visible);
        list();
    }
}
