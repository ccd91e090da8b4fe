// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.VolatileCallSite;
import java.util.Arrays;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.Handle;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Type;
import static jdk.internal.org.objectweb.asm.Opcodes.*;

// Bootstrap methods of call sites in every form: parameters narrow, wide, collected; constructors; results that are no call site; static
// arguments that do not fit (JVMS 5.4.3.6, package java.lang.invoke).
public class BootstrapForms {
    static int calls;
    static CallSite answer(MethodType type, Object what) {
        return new ConstantCallSite(MethodHandles.dropArguments(MethodHandles.constant(String.class, "linked " + what), 0, type.parameterList()));
    }

    public static CallSite exact(Lookup l, String n, MethodType t) { return answer(t, "exact " + n); }
    public static Object wide(Object l, Object n, Object t) { return answer((MethodType) t, "wide " + n); }
    public static Object all(Object... everything) { return answer((MethodType) everything[2], "all " + everything.length + everything[1]); }
    public static CallSite rest(Lookup l, String n, MethodType t, int... rest) { return answer(t, Arrays.toString(rest)); }
    public static CallSite boxed(Lookup l, String n, MethodType t, Integer i, Number f, Comparable<?> s) { return answer(t, i + " " + f + " " + s); }
    public static CallSite primitives(Lookup l, String n, MethodType t, long i, double f, boolean... none) { return answer(t, i + " " + f + none.length); }
    public static CallSite small(Lookup l, String n, MethodType t, short s) { return answer(t, s); }
    public static CallSite classes(Lookup l, String n, MethodType t, Class<?> c, MethodType m, MethodHandle h) { return answer(t, c + " " + m + " " + h.type()); }
    public static MutableCallSite mutable(Lookup l, String n, MethodType t) { return new MutableCallSite(answer(t, "mutable").getTarget()); }
    public static VolatileCallSite changing(Lookup l, String n, MethodType t) { return new VolatileCallSite(answer(t, "volatile").getTarget()); }
    public static String text(Lookup l, String n, MethodType t) { return "text"; }
    public static void nothing(Lookup l, String n, MethodType t) { calls++; }
    public static int number(Lookup l, String n, MethodType t) { return 5; }
    public static CallSite empty(Lookup l, String n, MethodType t) { return null; }
    public static CallSite few(Lookup l, String n) { return null; }
    public CallSite instance(Lookup l, String n, MethodType t) { return null; }
    public static CallSite unset(Lookup l, String n, MethodType t) { return new MutableCallSite(t); }
    public static CallSite first(Lookup l, String n, MethodType t, String s) { return answer(t, s); }
    public static Object array(Lookup l, String n, MethodType t, Object only) { return answer(t, only.getClass()); }

    public static class Site extends ConstantCallSite {
        public Site(Lookup l, String n, MethodType t) { super(answer(t, "constructed " + n).getTarget()); }
    }

    public static class Recursive extends ConstantCallSite {
        static String seen = "";
        public Recursive(MethodType t, MethodHandle hook) throws Throwable { super(t, hook); }
        public static CallSite make(Lookup l, String n, MethodType t) throws Throwable {
            return new Recursive(t, MethodHandles.lookup().findStatic(Recursive.class, "hook", MethodType.methodType(MethodHandle.class, Recursive.class)));
        }
        static MethodHandle hook(Recursive site) {
            try {
                site.getTarget();
            } catch (IllegalStateException e) {
                seen = "not yet";
            }
            return MethodHandles.constant(String.class, "hooked " + seen);
        }
    }

    static void attempt(String name, Handle bootstrap, Object... arguments) throws Throwable {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(V17, ACC_PUBLIC, "User", null, "java/lang/Object", null);
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", "(IJ)Ljava/lang/String;", null, null);
        m.visitCode();
        m.visitVarInsn(ILOAD, 0);
        m.visitVarInsn(LLOAD, 1);
        m.visitInvokeDynamicInsn("site", "(IJ)Ljava/lang/String;", bootstrap, arguments);
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
        Lookup made = MethodHandles.lookup().defineHiddenClass(w.toByteArray(), true);
        MethodHandle run = made.findStatic(made.lookupClass(), "run", MethodType.methodType(String.class, int.class, long.class));
        try {
            System.out.println(name + ": " + (String) run.invokeExact(1, 2L) + " / " + (String) run.invokeExact(3, 4L));
        } catch (Throwable t) {
            String text = t.toString();
            for (Throwable cause = t.getCause(); cause != null; cause = cause.getCause()) text += " <- " + cause;
            System.out.println(name + ": " + text.replaceAll("0x[0-9a-f]+", "ID"));
        }
    }

    static Handle method(String name) {
        for (java.lang.reflect.Method m : BootstrapForms.class.getMethods()) {
            if (m.getName().equals(name)) return new Handle(java.lang.reflect.Modifier.isStatic(m.getModifiers()) ? H_INVOKESTATIC : H_INVOKEVIRTUAL, "BootstrapForms", name, Type.getMethodDescriptor(m), false);
        }
        throw new AssertionError(name);
    }

    public static void main(String[] args) throws Throwable {
        for (String name : new String[] {"exact", "wide", "all", "rest", "mutable", "changing", "text", "nothing", "number", "empty", "few", "instance", "unset", "first"}) {
            attempt(name, method(name));
        }
        attempt("all more", method("all"), 1, "two", 3.0);
        attempt("rest more", method("rest"), 1, 2, 3);
        attempt("rest wrong", method("rest"), 1, "two");
        attempt("boxed", method("boxed"), 7, 2.5f, "text");
        attempt("boxed wrong", method("boxed"), 7L, 2.5f, "text");
        attempt("primitives", method("primitives"), 7, 2.5f);
        attempt("primitives narrow", method("primitives"), 7L, 2.5f);
        attempt("primitives wrong", method("primitives"), 7.0, 2.5f);
        attempt("small", method("small"), 7);
        attempt("classes", method("classes"), Type.getType("[I"), Type.getMethodType("(J)V"), method("exact"));
        attempt("classes wrong", method("classes"), Type.getType("[I"), Type.getMethodType("(J)V"), "text");
        attempt("first too many", method("first"), "one", "two");
        attempt("array", method("array"), Type.getType("[[J"));
        attempt("constructor", new Handle(H_NEWINVOKESPECIAL, "BootstrapForms$Site", "<init>", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)V", false));
        attempt("no site made", new Handle(H_NEWINVOKESPECIAL, "java/lang/Object", "<init>", "()V", false));
        attempt("field", new Handle(H_GETSTATIC, "BootstrapForms", "calls", "I", false));
        attempt("hook", new Handle(H_INVOKESTATIC, "BootstrapForms$Recursive", "make", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;", false));
        attempt("many", method("all"), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25);
        System.out.println(calls);
    }
}
