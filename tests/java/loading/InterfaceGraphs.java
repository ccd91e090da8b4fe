// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import static jdk.internal.org.objectweb.asm.Opcodes.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.MethodVisitor;

// Graphs of superinterfaces with very many paths: a ladder in which each step extends both of the step above, a class of hundreds of interfaces,
// hundreds that declare the same method. Loaded, initialised once each in order, cast to, called, all in moderate time (JVMS 5.3.5, 5.4.5, 5.5 step 7).
public class InterfaceGraphs {
    public static final List<String> order = new ArrayList<>();
    public static int note(String name) {
        order.add(name);
        return order.size();
    }

    static class Made extends ClassLoader {
        final Map<String, byte[]> files = new HashMap<>();

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] file = files.remove(name);
            if (file == null) throw new ClassNotFoundException(name);
            return defineClass(name, file, 0, file.length);
        }

        /** Its initialiser is noted; `m` is a default if wanted. */
        void type(String name, boolean isInterface, boolean hasDefault, boolean hasAbstract, String... faces) {
            ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            w.visit(V1_8, ACC_PUBLIC | (isInterface ? ACC_INTERFACE | ACC_ABSTRACT : ACC_SUPER), name, null, "java/lang/Object", faces);
            w.visitField(ACC_PUBLIC | ACC_STATIC | ACC_FINAL, "NOTE", "I", null, null);
            MethodVisitor m = w.visitMethod(ACC_STATIC, "<clinit>", "()V", null, null);
            m.visitLdcInsn(name);
            m.visitMethodInsn(INVOKESTATIC, "InterfaceGraphs", "note", "(Ljava/lang/String;)I", false);
            m.visitFieldInsn(PUTSTATIC, name, "NOTE", "I");
            m.visitInsn(RETURN);
            m.visitMaxs(0, 0);
            if (!isInterface) {
                m = w.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
                m.visitVarInsn(ALOAD, 0);
                m.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
                m.visitInsn(RETURN);
                m.visitMaxs(0, 0);
            }
            if (hasDefault || hasAbstract) {
                m = w.visitMethod(ACC_PUBLIC | (hasAbstract ? ACC_ABSTRACT : 0), "m", "()Ljava/lang/String;", null, null);
                if (hasDefault) {
                    m.visitLdcInsn(name + ".m");
                    m.visitInsn(ARETURN);
                    m.visitMaxs(0, 0);
                }
                m.visitEnd();
            }
            files.put(name, w.toByteArray());
        }
    }

    static String[] names(String prefix, int count) {
        String[] names = new String[count];
        for (int k = 0; k < count; k++) names[k] = prefix + k;
        return names;
    }

    static String call(Object object, Class<?> through) {
        try {
            return (String) through.getMethod("m").invoke(object);
        } catch (java.lang.reflect.InvocationTargetException e) {
            return String.valueOf(e.getCause());
        } catch (ReflectiveOperationException e) {
            return e.toString();
        }
    }

    public static void main(String[] args) throws Exception {
        // A ladder: A0 and B0 on top, each step extends both above. HotSpot looks along every path for default methods, so few steps have them.
        int steps = 12;
        Made ladder = new Made();
        ladder.type("A0", true, true, false);
        ladder.type("B0", true, false, false);
        for (int k = 1; k < steps; k++) {
            ladder.type("A" + k, true, k == steps - 1, false, "A" + (k - 1), "B" + (k - 1));
            ladder.type("B" + k, true, false, k == 3, "B" + (k - 1), "A" + (k - 1));
        }
        ladder.type("Bottom", false, false, false, "A" + (steps - 1));
        Object bottom = Class.forName("Bottom", true, ladder).getConstructor().newInstance();
        System.out.println(order);
        int count = 0;
        for (String prefix : new String[] {"A", "B"}) {
            for (int k = 0; k < steps; k++) count += ladder.loadClass(prefix + k).isInstance(bottom) ? 1 : 0;
        }
        System.out.println(count + " interfaces, " + call(bottom, bottom.getClass()) + " " + call(bottom, ladder.loadClass("A0")) + " " + bottom.getClass().getField("NOTE").getInt(null) + " " + ladder.loadClass("B7").getField("NOTE").getInt(null) + " " + order.size());
        order.clear();

        // Without any default.
        Made high = new Made();
        high.type("A0", true, false, true);
        high.type("B0", true, false, false);
        for (int k = 1; k <= 12; k++) {
            high.type("A" + k, true, false, false, "A" + (k - 1), "B" + (k - 1));
            high.type("B" + k, true, false, false, "B" + (k - 1), "A" + (k - 1));
        }
        high.type("Low", false, false, false, "A12", "B12");
        Object low = Class.forName("Low", true, high).getConstructor().newInstance();
        System.out.println(order + " " + high.loadClass("B7").isInstance(low) + " " + call(low, high.loadClass("A0")));
        order.clear();

        // Wide: all declare m, one overrides them all.
        int width = 400;
        Made wide = new Made();
        for (String name : names("W", width)) wide.type(name, true, true, false);
        wide.type("Tops", true, true, false, names("W", width));
        wide.type("Solved", false, false, false, names("W", width + 0));
        wide.type("SolvedByTops", false, false, false, "W7", "Tops", "W9");
        Class<?> solved = Class.forName("SolvedByTops", true, wide);
        Object object = solved.getConstructor().newInstance();
        System.out.println(order.size() + " initialised, first " + order.subList(0, 3) + ", last " + order.subList(order.size() - 2, order.size()) + " " + call(object, wide.loadClass("W" + (width - 1))) + " " + solved.getInterfaces().length);
        Object conflicting = Class.forName("Solved", true, wide).getConstructor().newInstance();
        String text = call(conflicting, conflicting.getClass());
        System.out.println(text.substring(0, 100) + " ... " + text.split(" ").length);
    }
}
