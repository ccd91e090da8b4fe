// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import static jdk.internal.org.objectweb.asm.Opcodes.*;

import java.util.LinkedHashMap;
import java.util.Map;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.MethodVisitor;

// Which method a class gets from interfaces that its compiler never saw together: conflicting defaults, defaults against abstract ones, re-abstracted,
// diamond, private and static methods of the same name, package-private and static ones in superclasses (JVMS 5.4.3.3, 5.4.3.4, 5.4.6); each called by
// invokevirtual, invokeinterface through every interface, reflection, and invokespecial in the class itself, of its own method and its superclass's.
public class DefaultConflicts {
    static class Made extends ClassLoader {
        final Map<String, byte[]> files = new LinkedHashMap<>();
        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] file = files.get(name);
            if (file == null) throw new ClassNotFoundException(name);
            return defineClass(name, file, 0, file.length);
        }
    }

    /** "I(J,K): public m": type, supers, then methods `flags m`; a body returns "Type.m". Interfaces have one capital letter, classes more. */
    static byte[] type(String text) {
        String name = text.replaceAll("[(:<].*", ""), superName = text.contains("<") ? text.replaceAll(".*<(\\w+).*", "$1") : "java/lang/Object";
        String[] faces = text.contains("(") ? text.replaceAll(".*\\((.*)\\).*", "$1").split(",") : new String[0];
        boolean isInterface = name.length() == 1;
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(V1_8, ACC_PUBLIC | (isInterface ? ACC_INTERFACE | ACC_ABSTRACT : ACC_SUPER), name, null, superName, faces);
        if (!isInterface) {
            MethodVisitor m = w.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
            m.visitVarInsn(ALOAD, 0);
            m.visitMethodInsn(INVOKESPECIAL, superName, "<init>", "()V", false);
            m.visitInsn(RETURN);
            m.visitMaxs(0, 0);
            special(w, "own", name);
            special(w, "up", superName);
        }
        String methods = text.contains(":") ? text.substring(text.indexOf(':') + 1).trim() : "";
        for (String method : methods.isEmpty() ? new String[0] : methods.split(";")) {
            int flags = method.contains("private") ? ACC_PRIVATE : method.contains("package") ? 0 : method.contains("protected") ? ACC_PROTECTED : ACC_PUBLIC;
            if (method.contains("static")) flags |= ACC_STATIC;
            if (method.contains("abstract")) flags |= ACC_ABSTRACT;
            String own = method.trim().replaceAll(".* ", "");
            MethodVisitor m = w.visitMethod(flags, own, "()Ljava/lang/String;", null, null);
            if ((flags & ACC_ABSTRACT) == 0) {
                m.visitLdcInsn(name + "." + own);
                m.visitInsn(ARETURN);
                m.visitMaxs(0, 0);
            }
            m.visitEnd();
        }
        return w.toByteArray();
    }

    /** A method that calls m of `target` on this, by invokespecial. */
    static void special(ClassWriter w, String name, String target) {
        MethodVisitor m = w.visitMethod(ACC_PUBLIC, name, "()Ljava/lang/String;", null, null);
        m.visitVarInsn(ALOAD, 0);
        m.visitMethodInsn(INVOKESPECIAL, target, "m", "()Ljava/lang/String;", false);
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
    }

    static byte[] caller(String target, boolean isInterface) {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(V1_8, ACC_PUBLIC | ACC_SUPER, "Call" + target, null, "java/lang/Object", null);
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "call", "(Ljava/lang/Object;)Ljava/lang/String;", null, null);
        m.visitVarInsn(ALOAD, 0);
        m.visitTypeInsn(CHECKCAST, target);
        m.visitMethodInsn(isInterface ? INVOKEINTERFACE : INVOKEVIRTUAL, target, "m", "()Ljava/lang/String;", isInterface);
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
        return w.toByteArray();
    }

    static String outcome(Throwable t) {
        Throwable thrown = t instanceof java.lang.reflect.InvocationTargetException ? t.getCause() : t;
        return thrown.toString().replaceAll("@[0-9a-f]+", "@HASH") + (thrown.getCause() == null ? "" : " <- " + thrown.getCause());
    }

    /** The last type is the one that is made. */
    static void world(String what, String... types) {
        Made loader = new Made();
        for (String text : types) loader.files.put(text.replaceAll("[(:<].*", ""), type(text));
        for (String name : loader.files.keySet().toArray(new String[0])) loader.files.put("Call" + name, caller(name, name.length() == 1));
        String made = types[types.length - 1].replaceAll("[(:<].*", "");
        System.out.println("-- " + what);
        Object object;
        try {
            object = loader.loadClass(made).getConstructor().newInstance();
        } catch (Throwable t) {
            System.out.println("   new: " + outcome(t));
            return;
        }
        for (String name : loader.files.keySet()) {
            if (name.startsWith("Call")) continue;
            try {
                if (!loader.loadClass(name).isInstance(object)) continue;
                System.out.println("   " + name + ": " + loader.loadClass("Call" + name).getMethod("call", Object.class).invoke(null, object));
            } catch (Throwable t) {
                System.out.println("   " + name + ": " + outcome(t));
            }
        }
        try {
            System.out.println("   reflection: " + object.getClass().getMethod("m").getDeclaringClass().getName() + " " + object.getClass().getMethod("m").invoke(object));
        } catch (Throwable t) {
            System.out.println("   reflection: " + outcome(t));
        }
        for (String special : new String[] {"own", "up"}) {
            try {
                System.out.println("   " + special + ": " + object.getClass().getMethod(special).invoke(object));
            } catch (Throwable t) {
                System.out.println("   " + special + ": " + outcome(t));
            }
        }
    }

    public static void main(String[] args) {
        world("one default", "I: public m", "CC(I)");
        world("two defaults", "I: public m", "J: public m", "CC(I,J)");
        world("two defaults, overridden", "I: public m", "J: public m", "CC(I,J): public m");
        world("three defaults, one overrides two", "I: public m", "J: public m", "K(I,J): public m", "CC(I,J,K)");
        world("default and abstract", "I: public m", "J: abstract m", "CC(I,J)");
        world("abstract and default", "J: abstract m", "I: public m", "CC(J,I)");
        world("re-abstracted", "I: public m", "J(I): abstract m", "CC(J)");
        world("re-abstracted and not", "I: public m", "J(I): abstract m", "CC(I,J)");
        world("re-abstracted beside", "I: public m", "J(I): abstract m", "K(I)", "CC(J,K)");
        world("diamond", "I: public m", "J(I)", "K(I)", "CC(J,K)");
        world("diamond, one side", "I: public m", "J(I): public m", "K(I)", "CC(J,K)");
        world("diamond, both sides", "I: public m", "J(I): public m", "K(I): public m", "CC(J,K)");
        world("conflict in the superclass", "I: public m", "J: public m", "Base(I,J)", "CC<Base");
        world("conflict in the superclass, solved below", "I: public m", "J: public m", "Base(I,J)", "CC<Base: public m");
        world("conflict solved by a new interface", "I: public m", "J: public m", "Base(I,J)", "K(I,J): public m", "CC<Base(K)");
        world("superclass wins", "Base: public m", "I: public m", "CC<Base(I)");
        world("abstract superclass method wins", "I: public m", "Base: abstract m", "CC<Base(I)");
        world("superclass's is static", "Base: public static m", "I: public m", "CC<Base(I)");
        world("superclass's is private", "Base: private m", "I: public m", "CC<Base(I)");
        world("superclass's is package-private", "Base: package m", "I: public m", "CC<Base(I)");
        world("superclass's is protected", "Base: protected m", "I: public m", "CC<Base(I)");
        world("interface's is private", "I: private m", "CC(I)");
        world("interface's is static", "I: public static m", "CC(I)");
        world("static and default", "I: public static m", "J: public m", "CC(I,J)");
        world("private and default", "I: private m", "J(I): public m", "CC(J)");
        world("nothing", "I: abstract m", "CC(I)");
        world("own is static", "I: public m", "CC(I): public static m");
        world("own is private", "I: public m", "CC(I): private m");
        world("own is protected", "I: abstract m", "CC(I): protected m");
    }
}
