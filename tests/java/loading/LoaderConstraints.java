// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import static jdk.internal.org.objectweb.asm.Opcodes.*;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.MethodVisitor;

// Two loaders that mean different classes by one name may not meet in a signature: when a method or field is resolved, when a method overrides or
// implements another, when the second class is loaded after the first constraint (JVMS 5.3.4, 5.4.2, 5.4.3).
public class LoaderConstraints {
    // What both loaders may have as their own.
    public static class Thing { }
    public static class Other { }

    static class Made extends ClassLoader {
        final Map<String, byte[]> files = new HashMap<>();
        final Set<String> own = new HashSet<>();

        Made(String name, ClassLoader parent) { super(name, parent); }

        Made has(String name, byte[] file) {
            files.put(name, file);
            return this;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> done = findLoadedClass(name);
            if (done != null) return done;
            byte[] file = files.get(name);
            return file == null ? super.loadClass(name, resolve) : defineClass(name, file, 0, file.length);
        }
    }

    static byte[] plain(String name) { return type(name, ACC_PUBLIC | ACC_SUPER, "java/lang/Object"); }

    static byte[] type(String name, int access, String superName, String... interfaces) {
        ClassWriter w = open(name, access, superName, interfaces);
        w.visitEnd();
        return w.toByteArray();
    }

    static ClassWriter open(String name, int access, String superName, String... interfaces) {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(V1_8, access, name, null, superName, interfaces);
        if ((access & ACC_INTERFACE) == 0) {
            MethodVisitor m = w.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
            m.visitVarInsn(ALOAD, 0);
            m.visitMethodInsn(INVOKESPECIAL, superName, "<init>", "()V", false);
            m.visitInsn(RETURN);
            m.visitMaxs(0, 0);
        }
        return w;
    }

    static void nullMethod(ClassWriter w, int access, String name, String descriptor) {
        MethodVisitor m = w.visitMethod(access, name, descriptor, null, null);
        if ((access & ACC_ABSTRACT) == 0) {
            m.visitInsn(ACONST_NULL);
            m.visitInsn(ARETURN);
            m.visitMaxs(0, 0);
        }
        m.visitEnd();
    }

    interface Body { void write(MethodVisitor m); }

    /** A class with static run() that does `body`. */
    static byte[] user(String name, Body body) {
        ClassWriter w = open(name, ACC_PUBLIC | ACC_SUPER, "java/lang/Object");
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", "()V", null, null);
        body.write(m);
        m.visitInsn(RETURN);
        m.visitMaxs(0, 0);
        return w.toByteArray();
    }

    /** p.Owner with methods and fields whose types are p.Thing; p.Face and p.Base likewise. */
    static byte[] owner() {
        ClassWriter w = open("p/Owner", ACC_PUBLIC | ACC_SUPER, "java/lang/Object");
        nullMethod(w, ACC_PUBLIC | ACC_STATIC, "make", "(I[Lp/Thing;)Lp/Other;");
        nullMethod(w, ACC_PUBLIC, "instance", "()Lp/Thing;");
        w.visitField(ACC_PUBLIC | ACC_STATIC, "field", "Lp/Thing;", null, null);
        w.visitField(ACC_PUBLIC | ACC_STATIC, "array", "[[Lp/Thing;", null, null);
        return w.toByteArray();
    }

    static byte[] face(int access) {
        ClassWriter w = open("p/Face", ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT, "java/lang/Object");
        nullMethod(w, ACC_PUBLIC | access, "give", "()Lp/Thing;");
        return w.toByteArray();
    }

    static byte[] base() {
        ClassWriter w = open("p/Base", ACC_PUBLIC | ACC_SUPER, "java/lang/Object");
        nullMethod(w, ACC_PUBLIC, "give", "()Lp/Thing;");
        return w.toByteArray();
    }

    static byte[] giver(String name, String superName, String... interfaces) {
        ClassWriter w = open(name, ACC_PUBLIC | ACC_SUPER, superName, interfaces);
        nullMethod(w, ACC_PUBLIC, "give", "()Lp/Thing;");
        return w.toByteArray();
    }

    static Made parent() {
        return new Made("parent", LoaderConstraints.class.getClassLoader()).has("p.Thing", plain("p/Thing")).has("p.Other", plain("p/Other"))
            .has("p.Owner", owner()).has("p.Face", face(ACC_ABSTRACT)).has("p.Base", base());
    }

    static Made child() { return new Made("child", parent()).has("p.Thing", plain("p/Thing")); }

    static void attempt(String what, Callable<?> action) {
        try {
            System.out.println(what + ": " + action.call());
        } catch (Throwable t) {
            Throwable thrown = t instanceof java.lang.reflect.InvocationTargetException ? t.getCause() : t;
            System.out.println((what + ": " + thrown + (thrown.getCause() == null ? "" : " <- " + thrown.getCause())).replaceAll("@[0-9a-f]+", "@HASH"));
        }
    }

    static void run(String what, Made loader, String... loadedBefore) {
        for (int k = 0; k < 2; k++) {
            attempt(what, () -> {
                for (String name : loadedBefore) {
                    loader.loadClass(name);
                    loader.getParent().loadClass(name);
                }
                return loader.loadClass("u.User").getMethod("run").invoke(null);
            });
        }
    }

    static Body callStatic = m -> {
        m.visitInsn(ICONST_0);
        m.visitInsn(ACONST_NULL);
        m.visitMethodInsn(INVOKESTATIC, "p/Owner", "make", "(I[Lp/Thing;)Lp/Other;", false);
        m.visitInsn(POP);
    };

    static void create(MethodVisitor m, String name) {
        m.visitTypeInsn(NEW, name);
        m.visitInsn(DUP);
        m.visitMethodInsn(INVOKESPECIAL, name, "<init>", "()V", false);
    }

    static Body getField(String name, String descriptor) {
        return m -> {
            m.visitFieldInsn(GETSTATIC, "p/Owner", name, descriptor);
            m.visitInsn(POP);
        };
    }

    public static void main(String[] args) throws Exception {
        run("no clash yet", child().has("u.User", user("u/User", callStatic)));
        run("method, both loaded", child().has("u.User", user("u/User", callStatic)), "p.Thing", "p.Owner");
        Made early = child().has("u.User", user("u/User", callStatic));
        early.loadClass("p.Thing");
        run("method, child's loaded", early);
        attempt("so the parent can't", () -> early.getParent().loadClass("p.Thing"));
        Made other = child().has("u.User", user("u/User", callStatic));
        other.getParent().loadClass("p.Thing");
        run("method, parent's loaded", other);
        attempt("so the child can't", () -> other.loadClass("p.Thing"));
        Made late = child().has("u.User", user("u/User", callStatic));
        run("then the child wants its own", late);
        attempt("load", () -> late.loadClass("p.Thing"));
        attempt("load again", () -> late.loadClass("p.Thing"));
        attempt("define another", () -> late.loadClass("p.Other").getClassLoader().getName());
        run("instance method", child().has("u.User", user("u/User", m -> {
            create(m, "p/Owner");
            m.visitMethodInsn(INVOKEVIRTUAL, "p/Owner", "instance", "()Lp/Thing;", false);
            m.visitInsn(POP);
        })), "p.Thing");
        run("field", child().has("u.User", user("u/User", getField("field", "Lp/Thing;"))), "p.Thing");
        run("array field", child().has("u.User", user("u/User", getField("array", "[[Lp/Thing;"))), "p.Thing");
        run("interface method", child().has("u.User", user("u/User", m -> {
            m.visitInsn(ACONST_NULL);
            m.visitMethodInsn(INVOKEINTERFACE, "p/Face", "give", "()Lp/Thing;", true);
            m.visitInsn(POP);
        })), "p.Thing");
        run("overriding", child().has("u.Sub", giver("u/Sub", "p/Base")).has("u.User", user("u/User", m -> {
            create(m, "u/Sub");
            m.visitInsn(POP);
        })), "p.Thing");
        run("overriding below", child().has("u.Sub", giver("u/Sub", "u/Mid")).has("u.Mid", type("u/Mid", ACC_PUBLIC | ACC_SUPER, "p/Base"))
            .has("u.User", user("u/User", m -> {
                create(m, "u/Sub");
                m.visitInsn(POP);
            })), "p.Thing");
        run("implementing", child().has("u.Impl", giver("u/Impl", "java/lang/Object", "p/Face")).has("u.User", user("u/User", m -> {
            create(m, "u/Impl");
            m.visitInsn(POP);
        })), "p.Thing");
        run("implementing by the superclass", child().has("u.Giver", giver("u/Giver", "java/lang/Object"))
            .has("u.Impl", type("u/Impl", ACC_PUBLIC | ACC_SUPER, "u/Giver", "p/Face")).has("u.User", user("u/User", m -> {
                create(m, "u/Impl");
                m.visitInsn(POP);
            })), "p.Thing");
        run("implementing by a superinterface's default", child().has("p.Face", face(0)).has("u.Sub", giver("u/Sub", "java/lang/Object", "p/Face"))
            .has("u.User", user("u/User", m -> {
                create(m, "u/Sub");
                m.visitInsn(POP);
            })), "p.Thing");
        for (int access : new int[] {0, ACC_ABSTRACT}) {
            Made made = child().has("u.Mid", type("u/Mid", ACC_PUBLIC | ACC_SUPER | access, "java/lang/Object", "p/Face")).has("u.Sub", giver("u/Sub", "u/Mid"))
                .has("u.User", user("u/User", m -> {
                    create(m, "u/Sub");
                    m.visitInsn(POP);
                }));
            ((Made) made.getParent()).has("p.Face", face(access));
            run("overriding what the superclass has from an interface, " + access, made, "p.Thing");
        }
        Made lateSub = child().has("u.Sub", giver("u/Sub", "p/Base")).has("u.User", user("u/User", m -> {
            create(m, "u/Sub");
            m.visitInsn(POP);
        }));
        run("overriding first", lateSub);
        attempt("then its own", () -> lateSub.loadClass("p.Thing"));
        attempt("reflection does not mind", () -> child().loadClass("p.Owner").getMethods().length > 2);
    }
}
