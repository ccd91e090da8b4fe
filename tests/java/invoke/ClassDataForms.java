// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.ConstantDynamic;
import jdk.internal.org.objectweb.asm.Handle;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Type;
import static jdk.internal.org.objectweb.asm.Opcodes.*;

// Class data of hidden classes: by classData and classDataAt, as dynamic constants and by call, of each type, seen by the initializer already.
public class ClassDataForms {
    static final Handle DATA = new Handle(H_INVOKESTATIC, "java/lang/invoke/MethodHandles", "classData", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;", false);
    static final Handle AT = new Handle(H_INVOKESTATIC, "java/lang/invoke/MethodHandles", "classDataAt", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;I)Ljava/lang/Object;", false);

    static byte[] bytes(String type, Object constant, boolean inInitializer) {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(V17, ACC_PUBLIC, "Data", null, "java/lang/Object", null);
        MethodVisitor m;
        if (inInitializer) {
            w.visitField(ACC_STATIC | ACC_FINAL, "kept", type, null, null);
            m = w.visitMethod(ACC_STATIC, "<clinit>", "()V", null, null);
            m.visitLdcInsn(constant);
            m.visitFieldInsn(PUTSTATIC, "Data", "kept", type);
            m.visitInsn(RETURN);
            m.visitMaxs(0, 0);
        }
        m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", "()" + type, null, null);
        if (inInitializer) {
            m.visitFieldInsn(GETSTATIC, "Data", "kept", type);
        } else {
            m.visitLdcInsn(constant);
        }
        m.visitInsn(Type.getType(type).getOpcode(IRETURN));
        m.visitMaxs(0, 0);
        return w.toByteArray();
    }

    static String clean(Object o) { return String.valueOf(o).replaceAll("0x[0-9a-f]+|@[0-9a-f]+", "ID"); }

    static void attempt(String what, String type, Object constant, Object data) {
        for (boolean early : new boolean[] {false, true}) {
            try {
                Lookup made = MethodHandles.lookup().defineHiddenClassWithClassData(bytes(type, constant, early), data, early, ClassOption.NESTMATE);
                MethodHandle run = made.findStatic(made.lookupClass(), "run", type(type));
                System.out.println(what + ": " + clean(run.invoke()) + " " + clean(MethodHandles.classData(made, "_", Object.class)));
            } catch (Throwable t) {
                System.out.println(what + ": " + clean(t) + " <- " + clean(t.getCause()));
            }
        }
    }

    static MethodType type(String result) { return MethodType.fromMethodDescriptorString("()" + result, ClassDataForms.class.getClassLoader()); }

    public static void main(String[] args) throws Throwable {
        Lookup lookup = MethodHandles.lookup();
        ConstantDynamic object = new ConstantDynamic("_", "Ljava/lang/Object;", DATA);
        List<Object> many = new ArrayList<>(List.of("zero", 1, 2L, int[].class, MethodHandles.constant(int.class, 4)));
        many.add(null);
        attempt("text", "Ljava/lang/String;", new ConstantDynamic("_", "Ljava/lang/String;", DATA), "text");
        attempt("object", "Ljava/lang/Object;", object, Map.of("k", "v"));
        attempt("int", "I", new ConstantDynamic("_", "I", DATA), 42);
        attempt("long from int", "J", new ConstantDynamic("_", "J", DATA), 42);
        attempt("int from text", "I", new ConstantDynamic("_", "I", DATA), "text");
        attempt("wrong", "Ljava/lang/String;", new ConstantDynamic("_", "Ljava/lang/String;", DATA), 1);
        attempt("wrong name", "Ljava/lang/String;", new ConstantDynamic("data", "Ljava/lang/String;", DATA), "text");
        attempt("array", "[I", new ConstantDynamic("_", "[I", DATA), new int[] {1});
        attempt("handle", "Ljava/lang/invoke/MethodHandle;", new ConstantDynamic("_", "Ljava/lang/invoke/MethodHandle;", DATA), MethodHandles.identity(long.class));
        for (int k = -1; k < 7; k++) attempt("at " + k, "Ljava/lang/Object;", new ConstantDynamic("_", "Ljava/lang/Object;", AT, k), many);
        attempt("at int", "I", new ConstantDynamic("_", "I", AT, 1), many);
        attempt("at null int", "I", new ConstantDynamic("_", "I", AT, 5), many);
        attempt("at of no list", "Ljava/lang/Object;", new ConstantDynamic("_", "Ljava/lang/Object;", AT, 0), "text");
        Lookup without = lookup.defineHiddenClass(bytes("Ljava/lang/Object;", object, false), true);
        System.out.println(MethodHandles.classData(without, "_", String.class) + " " + without.findStatic(without.lookupClass(), "run", type("Ljava/lang/Object;")).invoke());
        System.out.println(MethodHandles.classData(lookup, "_", String.class));
        try {
            lookup.defineHiddenClassWithClassData(bytes("Ljava/lang/Object;", object, false), null, true);
        } catch (NullPointerException e) {
            System.out.println("null data refused");
        }
        try {
            MethodHandles.classData(lookup.dropLookupMode(Lookup.ORIGINAL), "_", String.class);
        } catch (IllegalAccessException e) {
            System.out.println(clean(e));
        }
    }
}
