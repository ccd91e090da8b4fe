// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.Handle;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import static jdk.internal.org.objectweb.asm.Opcodes.*;

// Signature-polymorphic methods (JVMS 2.9.3) called as nobody should: by other instructions, by reflection, with types that are absent, on null;
// the VM's own intrinsics from outside java.lang.invoke.
public class PolymorphicMisuse {
    static final String MH = "java/lang/invoke/MethodHandle", VH = "java/lang/invoke/VarHandle";
    static MethodHandle handle = MethodHandles.constant(Object.class, "called");
    static VarHandle var;
    static int field = 5;

    interface Body { void emit(MethodVisitor m); }

    static String clean(Object o) { return String.valueOf(o).replaceAll("0x[0-9a-f]+|@[0-9a-f]+", "ID"); }

    static void attempt(String what, Body body) {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(V17, ACC_PUBLIC, "User", null, "java/lang/Object", null);
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", "()Ljava/lang/Object;", null, null);
        m.visitCode();
        body.emit(m);
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
        for (int k = 0; k < 2; k++) {
            try {
                MethodHandles.Lookup made = MethodHandles.lookup().defineHiddenClass(w.toByteArray(), false);
                System.out.println(what + ": " + made.lookupClass().getMethod("run").invoke(null));
            } catch (InvocationTargetException e) {
                Throwable t = e.getCause();
                System.out.println(what + ": " + clean(t) + (t.getCause() == null ? "" : " <- " + clean(t.getCause())));
            } catch (Throwable t) {
                System.out.println(what + ": refused " + t.getClass().getName());
            }
        }
    }

    static void handle(MethodVisitor m) { m.visitFieldInsn(GETSTATIC, "PolymorphicMisuse", "handle", "L" + MH + ";"); }
    static void var(MethodVisitor m) { m.visitFieldInsn(GETSTATIC, "PolymorphicMisuse", "var", "L" + VH + ";"); }

    public static void main(String[] args) throws Throwable {
        var = MethodHandles.lookup().findStaticVarHandle(PolymorphicMisuse.class, "field", int.class);
        attempt("plain", m -> { handle(m); m.visitMethodInsn(INVOKEVIRTUAL, MH, "invokeExact", "()Ljava/lang/Object;", false); });
        attempt("static", m -> m.visitMethodInsn(INVOKESTATIC, MH, "invokeExact", "()Ljava/lang/Object;", false));
        attempt("static declared", m -> { m.visitInsn(ACONST_NULL); m.visitMethodInsn(INVOKESTATIC, MH, "invoke", "([Ljava/lang/Object;)Ljava/lang/Object;", false); });
        attempt("interface", m -> { handle(m); m.visitMethodInsn(INVOKEINTERFACE, MH, "invokeExact", "()Ljava/lang/Object;", true); });
        attempt("interface method", m -> { handle(m); m.visitMethodInsn(INVOKEVIRTUAL, MH, "invokeExact", "()Ljava/lang/Object;", true); });
        attempt("null", m -> { m.visitInsn(ACONST_NULL); m.visitTypeInsn(CHECKCAST, MH); m.visitMethodInsn(INVOKEVIRTUAL, MH, "invoke", "()Ljava/lang/Object;", false); });
        attempt("null exact", m -> { m.visitInsn(ACONST_NULL); m.visitTypeInsn(CHECKCAST, MH); m.visitMethodInsn(INVOKEVIRTUAL, MH, "invokeExact", "()Ljava/lang/Object;", false); });
        attempt("null var", m -> { m.visitInsn(ACONST_NULL); m.visitTypeInsn(CHECKCAST, VH); m.visitMethodInsn(INVOKEVIRTUAL, VH, "get", "()Ljava/lang/Object;", false); });
        attempt("absent type", m -> { handle(m); m.visitInsn(ACONST_NULL); m.visitMethodInsn(INVOKEVIRTUAL, MH, "invokeExact", "(Labsent/T;)Ljava/lang/Object;", false); });
        attempt("absent result", m -> { handle(m); m.visitMethodInsn(INVOKEVIRTUAL, MH, "invoke", "()Labsent/T;", false); });
        attempt("hidden type", m -> { handle(m); m.visitMethodInsn(INVOKEVIRTUAL, MH, "invoke", "()Ljava/util/Collections$EmptyList;", false); });
        attempt("void", m -> { handle(m); m.visitMethodInsn(INVOKEVIRTUAL, MH, "invoke", "()V", false); m.visitLdcInsn("done"); });
        attempt("wrong", m -> { handle(m); m.visitInsn(ICONST_1); m.visitMethodInsn(INVOKEVIRTUAL, MH, "invokeExact", "(I)Ljava/lang/Object;", false); });
        attempt("other name", m -> { handle(m); m.visitMethodInsn(INVOKEVIRTUAL, MH, "invokeLoosely", "()Ljava/lang/Object;", false); });
        attempt("invokeBasic", m -> { handle(m); m.visitMethodInsn(INVOKEVIRTUAL, MH, "invokeBasic", "()Ljava/lang/Object;", false); });
        attempt("linkToStatic", m -> { m.visitInsn(ACONST_NULL); m.visitMethodInsn(INVOKESTATIC, MH, "linkToStatic", "(Ljava/lang/Object;)Ljava/lang/Object;", false); });
        attempt("linkToVirtual", m -> { handle(m); m.visitInsn(ACONST_NULL); m.visitMethodInsn(INVOKESTATIC, MH, "linkToVirtual", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", false); });
        attempt("var get", m -> { var(m); m.visitMethodInsn(INVOKEVIRTUAL, VH, "get", "()I", false); m.visitMethodInsn(INVOKESTATIC, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false); });
        attempt("var static", m -> { m.visitMethodInsn(INVOKESTATIC, VH, "get", "()Ljava/lang/Object;", false); });
        attempt("var other name", m -> { var(m); m.visitMethodInsn(INVOKEVIRTUAL, VH, "getLoosely", "()Ljava/lang/Object;", false); });
        attempt("var wrong", m -> { var(m); m.visitInsn(ACONST_NULL); m.visitMethodInsn(INVOKEVIRTUAL, VH, "get", "(Ljava/lang/Object;)Ljava/lang/Object;", false); });
        attempt("invokeWithArguments", m -> { handle(m); m.visitMethodInsn(INVOKEVIRTUAL, MH, "invokeWithArguments", "()Ljava/lang/Object;", false); });
        attempt("special", m -> { handle(m); m.visitMethodInsn(INVOKESPECIAL, MH, "invokeExact", "()Ljava/lang/Object;", false); });
        attempt("constant", m -> m.visitLdcInsn(new Handle(H_INVOKEVIRTUAL, MH, "invokeExact", "(Ljava/lang/String;I)V", false)));
        attempt("constant var", m -> m.visitLdcInsn(new Handle(H_INVOKEVIRTUAL, VH, "compareAndSet", "(II)Z", false)));
        attempt("constant basic", m -> m.visitLdcInsn(new Handle(H_INVOKEVIRTUAL, MH, "invokeBasic", "()I", false)));
        attempt("constant static", m -> m.visitLdcInsn(new Handle(H_INVOKESTATIC, MH, "invokeExact", "()I", false)));

        Method invoke = MethodHandle.class.getMethod("invoke", Object[].class), exact = MethodHandle.class.getMethod("invokeExact", Object[].class), get = VarHandle.class.getMethod("getVolatile", Object[].class);
        for (Method method : new Method[] {invoke, exact, get}) {
            try {
                System.out.println(method.invoke(method == get ? var : handle, (Object) new Object[0]));
            } catch (InvocationTargetException e) {
                System.out.println(method.getName() + " by reflection: " + e.getCause());
            }
        }
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle unreflected = lookup.unreflect(exact);
        System.out.println(unreflected.type() + " " + unreflected.isVarargsCollector());
        try {
            Object result = unreflected.invoke(handle, new Object[0]);
            System.out.println(result);
        } catch (Throwable t) {
            System.out.println(t);
        }
        System.out.println(lookup.findVirtual(MethodHandle.class, "invokeExact", MethodType.methodType(Object.class)).invoke(handle));
        System.out.println((int) lookup.findVirtual(VarHandle.class, "getAndAdd", MethodType.methodType(int.class, int.class)).invokeExact(var, 3) + " " + field);
        try {
            lookup.findVirtual(MethodHandle.class, "invokeBasic", MethodType.methodType(Object.class));
        } catch (IllegalAccessException | NoSuchMethodException e) {
            System.out.println(clean(e));
        }
        try {
            lookup.findStatic(MethodHandle.class, "linkToStatic", MethodType.methodType(Object.class, Object.class));
        } catch (IllegalAccessException | NoSuchMethodException e) {
            System.out.println(clean(e));
        }
    }
}
