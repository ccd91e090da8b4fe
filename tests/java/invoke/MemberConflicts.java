// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.Handle;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import static jdk.internal.org.objectweb.asm.Opcodes.*;

// Members that do not fit how a handle asks for them, in classes javac would not make: abstract methods left out, conflicting defaults, methods less
// visible than their interface's, the same name with several result types; by handle constants and by lookups (JVMS 5.4.3.5, 5.4.6).
public class MemberConflicts {
    static final Lookup LOOKUP = MethodHandles.lookup();

    interface Body { void emit(ClassWriter w); }

    static Class<?> define(int access, String name, String parent, String[] faces, Body body) throws Exception {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(V17, access, name, null, parent, faces);
        if ((access & ACC_INTERFACE) == 0) {
            MethodVisitor m = w.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
            m.visitVarInsn(ALOAD, 0);
            m.visitMethodInsn(INVOKESPECIAL, parent, "<init>", "()V", false);
            m.visitInsn(RETURN);
            m.visitMaxs(0, 0);
        }
        body.emit(w);
        return LOOKUP.defineClass(w.toByteArray());
    }

    static void text(ClassWriter w, int access, String name, String descriptor, String text) {
        MethodVisitor m = w.visitMethod(access, name, descriptor, null, null);
        if ((access & ACC_ABSTRACT) != 0) return;
        m.visitLdcInsn(text);
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
    }

    interface Action { Object run() throws Throwable; }

    static void attempt(String what, Action action) {
        for (int k = 0; k < 2; k++) {
            try {
                System.out.println(what + ": " + action.run());
            } catch (Throwable t) {
                String text = what + ": " + t;
                for (Throwable cause = t.getCause(); cause != null; cause = cause.getCause()) text += " <- " + cause;
                System.out.println(text.replaceAll("@[0-9a-f]+|0x[0-9a-f]+", "ID"));
            }
        }
    }

    static int made;
    static Object constant(Handle handle) throws Throwable {
        Class<?> user = define(ACC_PUBLIC, "User" + made++, "java/lang/Object", null, w -> {
            MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", "()Ljava/lang/invoke/MethodHandle;", null, null);
            m.visitLdcInsn(handle);
            m.visitInsn(ARETURN);
            m.visitMaxs(0, 0);
        });
        try {
            return user.getMethod("run").invoke(null);
        } catch (java.lang.reflect.InvocationTargetException e) {
            throw e.getCause();
        }
    }

    public static void main(String[] args) throws Throwable {
        String string = "()Ljava/lang/String;";
        MethodType type = MethodType.methodType(String.class);
        int face = ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT;
        Class<?> one = define(face, "One", "java/lang/Object", null, w -> text(w, ACC_PUBLIC, "m", string, "One.m"));
        Class<?> two = define(face, "Two", "java/lang/Object", null, w -> { text(w, ACC_PUBLIC, "m", string, "Two.m"); text(w, ACC_PUBLIC | ACC_ABSTRACT, "hidden", string, null); text(w, ACC_PUBLIC | ACC_STATIC, "s", string, "Two.s"); text(w, ACC_PRIVATE, "p", string, "Two.p"); });
        Class<?> both = define(ACC_PUBLIC, "Both", "java/lang/Object", new String[] {"One", "Two"}, w -> text(w, ACC_PRIVATE, "hidden", string, "Both.hidden"));
        Class<?> partly = define(ACC_PUBLIC | ACC_ABSTRACT, "Partly", "java/lang/Object", new String[] {"Two"}, w -> { text(w, ACC_PUBLIC | ACC_ABSTRACT, "a", string, null); text(w, 0, "near", string, "Partly.near"); text(w, ACC_PUBLIC | ACC_STATIC, "st", string, "Partly.st"); });
        Class<?> rest = define(ACC_PUBLIC, "Rest", "Partly", null, w -> { text(w, ACC_PUBLIC, "twin", string, "twin"); text(w, ACC_PUBLIC, "twin", "()Ljava/lang/Object;", "twin of Object"); text(w, ACC_PUBLIC, "st", string, "Rest.st"); w.visitField(ACC_PUBLIC, "f", "I", null, null); w.visitField(ACC_PUBLIC | ACC_STATIC, "f", "J", null, null); });
        Object b = both.getDeclaredConstructor().newInstance(), r = rest.getDeclaredConstructor().newInstance();
        attempt("conflict", () -> LOOKUP.findVirtual(both, "m", type).invoke(b));
        attempt("conflict by interface", () -> LOOKUP.findVirtual(one, "m", type).invoke(b));
        attempt("conflict special", () -> LOOKUP.in(both).findVirtual(both, "m", type));
        attempt("private hides", () -> LOOKUP.findVirtual(two, "hidden", type).invoke(b));
        attempt("private itself", () -> LOOKUP.findVirtual(both, "hidden", type).invoke(b));
        attempt("left out", () -> LOOKUP.findVirtual(partly, "a", type).invoke(r));
        attempt("left out in child", () -> LOOKUP.findVirtual(rest, "a", type).invoke(r));
        attempt("interface left out", () -> LOOKUP.findVirtual(two, "hidden", type).invoke(r));
        attempt("inherited default", () -> LOOKUP.findVirtual(rest, "m", type).invoke(r));
        attempt("static of interface", () -> LOOKUP.findStatic(two, "s", type).invoke());
        attempt("static by implementor", () -> LOOKUP.findStatic(partly, "s", type).invoke());
        attempt("private of interface", () -> LOOKUP.findVirtual(two, "p", type).invoke(r));
        attempt("twins", () -> LOOKUP.findVirtual(rest, "twin", type).invoke(r) + " " + LOOKUP.findVirtual(rest, "twin", MethodType.methodType(Object.class)).invoke(r));
        attempt("no such twin", () -> LOOKUP.findVirtual(rest, "twin", MethodType.methodType(Integer.class)));
        attempt("instance over static", () -> LOOKUP.findVirtual(rest, "st", type).invoke(r) + " " + LOOKUP.findStatic(partly, "st", type).invoke());
        attempt("static by child", () -> LOOKUP.findStatic(rest, "st", type));
        attempt("same field name", () -> LOOKUP.findGetter(rest, "f", int.class).invoke(r) + " " + LOOKUP.findStaticGetter(rest, "f", long.class).invoke());
        attempt("field kind", () -> LOOKUP.findStaticGetter(rest, "f", int.class));
        attempt("package method", () -> LOOKUP.findVirtual(rest, "near", type).invoke(r));
        attempt("absent class", () -> constant(new Handle(H_INVOKEVIRTUAL, "Nowhere", "m", string, false)));
        attempt("constant conflict", () -> ((MethodHandle) constant(new Handle(H_INVOKEVIRTUAL, "Both", "m", string, false))).invoke(b));
        attempt("constant interface", () -> ((MethodHandle) constant(new Handle(H_INVOKEINTERFACE, "Two", "hidden", string, true))).invoke(r));
        attempt("constant static of interface", () -> ((MethodHandle) constant(new Handle(H_INVOKESTATIC, "Two", "s", string, true))).invoke());
        attempt("constant static of class ref", () -> constant(new Handle(H_INVOKESTATIC, "Two", "s", string, false)));
        attempt("constant virtual of static", () -> constant(new Handle(H_INVOKEVIRTUAL, "Partly", "st", string, false)));
        attempt("constant static of instance", () -> constant(new Handle(H_INVOKESTATIC, "Rest", "st", string, false)));
        attempt("constant special", () -> constant(new Handle(H_INVOKESPECIAL, "Rest", "st", string, false)));
        attempt("constant private", () -> constant(new Handle(H_INVOKEINTERFACE, "Two", "p", string, true)));
        attempt("constant abstract new", () -> ((MethodHandle) constant(new Handle(H_NEWINVOKESPECIAL, "Partly", "<init>", "()V", false))).invoke());
        attempt("constant no constructor", () -> constant(new Handle(H_NEWINVOKESPECIAL, "Rest", "<init>", "(I)V", false)));
        attempt("constant field kind", () -> constant(new Handle(H_GETSTATIC, "Rest", "f", "I", false)));
        attempt("constant put", () -> ((MethodHandle) constant(new Handle(H_PUTSTATIC, "Rest", "f", "J", false))).type());
        attempt("constant varargs", () -> ((MethodHandle) constant(new Handle(H_INVOKESTATIC, "java/util/Arrays", "asList", "([Ljava/lang/Object;)Ljava/util/List;", false))).invoke(1, 2));
    }
}
