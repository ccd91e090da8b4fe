// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import static jdk.internal.org.objectweb.asm.Opcodes.*;

import java.util.LinkedHashMap;
import java.util.Map;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.MethodVisitor;

// Which method overrides which when packages, loaders and accesses differ: package-private methods through public ones in between, the same package name
// in two loaders (two run-time packages), final methods, private and static ones in the way (JVMS 5.4.5, 5.4.6, 5.3).
public class OverridesAcrossLoaders {
    static class Made extends ClassLoader {
        final Map<String, byte[]> files = new LinkedHashMap<>();
        Made(String name, ClassLoader parent) { super(name, parent); }
        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] file = files.get(name);
            if (file == null) throw new ClassNotFoundException(name);
            return defineClass(name, file, 0, file.length);
        }
    }

    /** "p/C flags" (flags of m; "none": no m), a subclass of the one before. Each calls m on an object by invokevirtual of its own type in `call`. */
    static byte[] type(String name, String superName, String flags) {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(V1_8, ACC_PUBLIC | ACC_SUPER, name, null, superName, null);
        MethodVisitor m = w.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
        m.visitVarInsn(ALOAD, 0);
        m.visitMethodInsn(INVOKESPECIAL, superName, "<init>", "()V", false);
        m.visitInsn(RETURN);
        m.visitMaxs(0, 0);
        if (!flags.equals("none")) {
            int access = flags.contains("public") ? ACC_PUBLIC : flags.contains("protected") ? ACC_PROTECTED : flags.contains("private") ? ACC_PRIVATE : 0;
            access |= (flags.contains("final") ? ACC_FINAL : 0) | (flags.contains("static") ? ACC_STATIC : 0) | (flags.contains("abstract") ? ACC_ABSTRACT : 0);
            m = w.visitMethod(access, "m", "()Ljava/lang/String;", null, null);
            if ((access & ACC_ABSTRACT) == 0) {
                m.visitLdcInsn(name + ".m");
                m.visitInsn(ARETURN);
                m.visitMaxs(0, 0);
            }
            m.visitEnd();
        }
        m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "call", "(Ljava/lang/Object;)Ljava/lang/String;", null, null);
        m.visitVarInsn(ALOAD, 0);
        m.visitTypeInsn(CHECKCAST, name);
        m.visitMethodInsn(INVOKEVIRTUAL, name, "m", "()Ljava/lang/String;", false);
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
        return w.toByteArray();
    }

    /** Types from the top of the chain down; one with a * at its end lives in a loader of its own below. The last is made. */
    static void chain(String... types) {
        Made loader = new Made("upper", OverridesAcrossLoaders.class.getClassLoader());
        Made lower = new Made("lower", loader);
        String superName = "java/lang/Object", last = null;
        StringBuilder line = new StringBuilder();
        for (String text : types) {
            String name = text.substring(0, text.indexOf(' ')), flags = text.substring(text.indexOf(' ') + 1);
            boolean isLower = name.endsWith("*");
            name = name.replace("*", "");
            (isLower ? lower : loader).files.put(name.replace('/', '.'), type(name, superName, flags));
            superName = name;
            last = name.replace('/', '.');
        }
        System.out.println("-- " + String.join(" > ", types));
        try {
            Object object = lower.loadClass(last).getConstructor().newInstance();
            for (String text : types) {
                String name = text.substring(0, text.indexOf(' ')).replace("*", "").replace('/', '.');
                String result;
                try {
                    result = (String) lower.loadClass(name).getMethod("call", Object.class).invoke(null, object);
                } catch (java.lang.reflect.InvocationTargetException e) {
                    result = e.getCause().toString();
                }
                line.append("   by ").append(name).append(": ").append(result).append('\n');
            }
        } catch (Throwable t) {
            line.append("   ").append(t).append('\n');
        }
        System.out.print(line.toString().replaceAll("@[0-9a-f]+", "@HASH"));
    }

    public static void main(String[] args) {
        chain("a/A package", "a/B package", "a/C public");
        chain("a/A package", "b/B package", "a/C package");
        chain("a/A package", "b/B public", "a/C public");
        chain("a/A package", "a/B public", "b/C public");
        chain("a/A package", "b/B package", "b/C public", "a/D public");
        chain("a/A package", "a/B public", "b/C public", "a/D package");
        chain("a/A public", "b/B package");
        chain("a/A public", "b/B protected", "a/C public");
        chain("a/A package", "a/B* package", "a/C* public");
        chain("a/A package", "a/B* public");
        chain("a/A protected", "a/B* public");
        chain("a/A public", "a/B* private");
        chain("a/A public", "a/B static");
        chain("a/A public", "a/B private", "a/C public");
        chain("a/A private", "a/B public", "a/C public");
        chain("a/A static", "a/B public");
        chain("a/A public final", "a/B public");
        chain("a/A package final", "a/B public");
        chain("a/A package final", "b/B public");
        chain("a/A package final", "a/B* public");
        chain("a/A private final", "a/B public");
        chain("a/A public", "a/B public final", "a/C none", "b/D public");
        chain("a/A package", "b/B public final", "a/C public");
        chain("a/A package", "b/B public final", "a/C package");
        chain("a/A none", "a/B public", "a/C none");
        chain("a/A package", "b/B none", "a/C public");
        chain("a/A package", "b/B none", "b/C public", "a/D none");
        chain("a/A public abstract", "a/B none");
        chain("a/A package abstract", "b/B public", "b/C none");
        chain("a/A package abstract", "a/B* public");
    }
}
