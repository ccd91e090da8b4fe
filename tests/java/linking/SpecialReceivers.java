// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import static jdk.internal.org.objectweb.asm.Opcodes.*;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.MethodVisitor;

// invokespecial: what it selects with and without ACC_SUPER, in classes and interfaces, and that code of an interface may only call itself specially
// on an instance of itself (JVMS 6.5.invokespecial, 4.9.2); old verified and unverified class files take what the verifier does not see.
public class SpecialReceivers {
    static class Made extends ClassLoader {
        final Map<String, byte[]> files = new HashMap<>();
        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] file = files.get(name);
            if (file == null) throw new ClassNotFoundException(name);
            return defineClass(name, file, 0, file.length);
        }
        ClassWriter open(String name, int access, String superName, String... interfaces) {
            ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            w.visit(V1_8, access, name, null, superName, interfaces);
            if ((access & ACC_INTERFACE) == 0) method(w, ACC_PUBLIC, "<init>", "()V", m -> {
                m.visitVarInsn(ALOAD, 0);
                m.visitMethodInsn(INVOKESPECIAL, superName, "<init>", "()V", false);
                m.visitInsn(RETURN);
            });
            return w;
        }
        void close(String name, ClassWriter w) { files.put(name, w.toByteArray()); }
    }

    static void method(ClassWriter w, int access, String name, String descriptor, Consumer<MethodVisitor> body) {
        MethodVisitor m = w.visitMethod(access, name, descriptor, null, null);
        if (body != null) {
            body.accept(m);
            m.visitMaxs(0, 0);
        }
        m.visitEnd();
    }

    static final String TEXT = "()Ljava/lang/String;";

    static void says(ClassWriter w, int access, String name, String what) {
        method(w, access, name, TEXT, m -> {
            m.visitLdcInsn(what);
            m.visitInsn(ARETURN);
        });
    }

    /** `name` calls owner.m on `this`, or on its argument if `onArgument`. */
    static void calls(ClassWriter w, String name, String owner, boolean ownerIsInterface, boolean onArgument) {
        method(w, ACC_PUBLIC, name, "(Ljava/lang/Object;)Ljava/lang/String;", m -> {
            m.visitVarInsn(ALOAD, onArgument ? 1 : 0);
            m.visitMethodInsn(INVOKESPECIAL, owner, "m", TEXT, ownerIsInterface);
            m.visitInsn(ARETURN);
        });
    }

    static void attempt(String what, Made loader, String made, String method, String argument) {
        for (int k = 0; k < 2; k++) {
            try {
                Object object = loader.loadClass(made).getConstructor().newInstance();
                Object other = argument == null ? null : argument.equals("text") ? "text" : loader.loadClass(argument).getConstructor().newInstance();
                System.out.println(what + ": " + object.getClass().getMethod(method, Object.class).invoke(object, other));
            } catch (Throwable t) {
                Throwable thrown = t instanceof java.lang.reflect.InvocationTargetException ? t.getCause() : t;
                System.out.println(what + ": " + (thrown instanceof VerifyError ? thrown.getMessage().lines().findFirst().get() : thrown.toString()).replaceAll("@[0-9a-f]+", "@HASH"));
            }
        }
    }

    /** A > B > C, each with m; D > C calls A.m, B.m, C.m specially. */
    static Made chain(int flags) {
        Made made = new Made();
        String[] names = {"A", "B", "C"};
        for (int k = 0; k < 3; k++) {
            ClassWriter w = made.open(names[k], ACC_PUBLIC | ACC_SUPER, k == 0 ? "java/lang/Object" : names[k - 1]);
            says(w, ACC_PUBLIC, "m", names[k] + ".m");
            made.close(names[k], w);
        }
        ClassWriter w = made.open("D", ACC_PUBLIC | flags, "C");
        says(w, ACC_PUBLIC, "m", "D.m");
        for (String name : new String[] {"A", "B", "C", "D"}) calls(w, "call" + name, name, false, false);
        calls(w, "onArgument", "C", false, true);
        calls(w, "unrelated", "java/lang/Thread", false, false);
        made.close("D", w);
        return made;
    }

    static Made faces() {
        Made made = new Made();
        ClassWriter i = made.open("I", ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT, "java/lang/Object");
        says(i, ACC_PUBLIC, "m", "I.m");
        made.close("I", i);
        ClassWriter j = made.open("J", ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT, "java/lang/Object", "I");
        calls(j, "callI", "I", true, false);
        calls(j, "onArgument", "J", true, true);
        calls(j, "superOnArgument", "I", true, true);
        calls(j, "asClass", "I", false, false);
        says(j, ACC_PRIVATE, "hidden", "J.hidden");
        method(j, ACC_PUBLIC, "hiddenOnArgument", "(Ljava/lang/Object;)Ljava/lang/String;", m -> {
            m.visitVarInsn(ALOAD, 1);
            m.visitMethodInsn(INVOKESPECIAL, "J", "hidden", TEXT, true);
            m.visitInsn(ARETURN);
        });
        method(j, ACC_PUBLIC, "objectOnArgument", "(Ljava/lang/Object;)Ljava/lang/String;", m -> {
            m.visitVarInsn(ALOAD, 1);
            m.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "toString", TEXT, false);
            m.visitInsn(POP);
            m.visitLdcInsn("Object's");
            m.visitInsn(ARETURN);
        });
        made.close("J", j);
        ClassWriter c = made.open("C", ACC_PUBLIC | ACC_SUPER, "java/lang/Object", "J");
        calls(c, "callJ", "J", true, false);
        calls(c, "indirect", "I", true, false);
        made.close("C", c);
        ClassWriter other = made.open("Other", ACC_PUBLIC | ACC_SUPER, "java/lang/Object", "I");
        made.close("Other", other);
        ClassWriter k = made.open("K", ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT, "java/lang/Object");
        method(k, ACC_PUBLIC | ACC_ABSTRACT, "m", TEXT, null);
        made.close("K", k);
        ClassWriter e = made.open("E", ACC_PUBLIC | ACC_SUPER, "java/lang/Object", "K");
        says(e, ACC_PUBLIC, "m", "E.m");
        calls(e, "toAbstract", "K", true, false);
        made.close("E", e);
        ClassWriter f = made.open("F", ACC_PUBLIC | ACC_SUPER, "java/lang/Object");
        method(f, ACC_PUBLIC, "notMine", "(Ljava/lang/Object;)Ljava/lang/String;", m -> {
            m.visitVarInsn(ALOAD, 0);
            m.visitMethodInsn(INVOKESPECIAL, "I", "m", TEXT, true);
            m.visitInsn(ARETURN);
        });
        made.close("F", f);
        return made;
    }

    public static void main(String[] args) {
        for (int flags : new int[] {ACC_SUPER, 0}) {
            Made made = chain(flags);
            for (String name : new String[] {"callA", "callB", "callC", "callD", "onArgument", "unrelated"}) attempt((flags == 0 ? "no flag, " : "") + name, made, "D", name, "D");
        }
        Made made = faces();
        for (String name : new String[] {"callI", "callJ", "indirect"}) attempt(name, made, "C", name, null);
        for (String argument : new String[] {"C", "Other", "text", null}) {
            for (String name : new String[] {"onArgument", "superOnArgument", "hiddenOnArgument", "objectOnArgument"}) attempt(name + " " + argument, made, "C", name, argument);
        }
        attempt("asClass", made, "C", "asClass", null);
        attempt("toAbstract", made, "E", "toAbstract", null);
        attempt("notMine", made, "F", "notMine", null);
    }
}
