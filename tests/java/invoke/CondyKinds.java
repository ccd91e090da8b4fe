// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.ConstantDynamic;
import jdk.internal.org.objectweb.asm.Handle;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Type;
import static jdk.internal.org.objectweb.asm.Opcodes.*;

// Dynamic constants of each type by ldc, ldc_w and ldc2_w; nested, shared and self-referring ones; values of the wrong type; bootstraps of each
// arity (JVMS 5.4.3.6, 6.5.ldc, 6.5.ldc2_w).
public class CondyKinds {
    static int runs;

    public static Object any(Lookup l, String name, Class<?> type, Object... more) {
        runs++;
        switch (name) {
            case "boolean": return true;
            case "byte": return (byte) -7;
            case "char": return '\uffee';
            case "short": return (short) -30000;
            case "int": return Integer.MIN_VALUE;
            case "float": return Float.intBitsToFloat(0x7fc00001);
            case "long": return Long.MIN_VALUE + 1;
            case "double": return -0.0;
            case "null": return null;
            case "self": return new StringBuilder("fresh");
            default: return name + (more.length == 0 ? "" : Arrays.deepToString(more));
        }
    }
    public static int asInt(Lookup l, String name, Class<?> type) { return 300; }
    public static long asLong(Lookup l, String name, Class<?> type, long a, int b) { return a + b; }
    public static String[] asArray(Lookup l, String name, Class<?> type, String... s) { return s; }
    public static void asVoid(Lookup l, String name, Class<?> type) { runs++; }
    public static Object noLookup(String name) { return name; }
    public static Object instead(Object l, Object name, Object type, Object one) { return one; }
    public static Object slow(Lookup l, String name, Class<?> type) throws Exception { Thread.sleep(20); return new Object(); }

    static final String ANY = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;[Ljava/lang/Object;)Ljava/lang/Object;";
    static final String LNC = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;";
    static Handle bsm(String name, String descriptor) { return new Handle(H_INVOKESTATIC, "CondyKinds", name, descriptor, false); }
    static ConstantDynamic any(String name, String type, Object... more) { return new ConstantDynamic(name, type, bsm("any", ANY), more); }
    static Handle library(String name, String descriptor) { return new Handle(H_INVOKESTATIC, "java/lang/invoke/ConstantBootstraps", name, descriptor, false); }

    /** `filler` strings first, so that the constant's index needs ldc_w. */
    static Class<?> define(String result, Object constant, int filler) throws Exception {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(V17, ACC_PUBLIC, "Holder" + runs + result.length() + filler, null, "java/lang/Object", null);
        for (int k = 0; k < filler; k++) w.newConst("filler" + k);
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", "()" + result, null, null);
        m.visitCode();
        m.visitLdcInsn(constant);
        m.visitInsn(Type.getType(result).getOpcode(IRETURN));
        m.visitMaxs(0, 0);
        return MethodHandles.lookup().defineHiddenClass(w.toByteArray(), false).lookupClass();
    }

    static String show(Object o) {
        return o instanceof Object[] ? Arrays.toString((Object[]) o) : o instanceof VarHandle ? "VarHandle" : String.valueOf(o).replaceAll("@[0-9a-f]+", "@HASH");
    }

    static void attempt(String name, String result, Object constant) throws Exception {
        for (int filler : new int[] {0, 300}) {
            runs = 0;
            try {
                Class<?> c = define(result, constant, filler);
                Object first = c.getMethod("run").invoke(null), second = c.getMethod("run").invoke(null);
                System.out.println(name + ": " + show(first) + " " + (first == second || first.equals(second)) + " runs " + runs);
            } catch (java.lang.reflect.InvocationTargetException e) {
                String text = e.getCause() instanceof StackOverflowError ? "StackOverflowError" : e.getCause().toString() + " <- " + e.getCause().getCause();
                System.out.println(name + ": " + text.replaceAll("0x[0-9a-f]+", "ID"));
            } catch (LinkageError e) {
                System.out.println(name + ": refused " + e.getClass().getSimpleName());
            }
        }
    }

    public static void main(String[] args) throws Exception {
        for (Class<?> c : new Class<?>[] {boolean.class, byte.class, char.class, short.class, int.class, float.class, long.class, double.class}) {
            attempt(c.getName(), c.descriptorString(), any(c.getName(), c.descriptorString()));
            attempt(c.getName() + " from null", c.descriptorString(), any("null", c.descriptorString()));
            attempt(c.getName() + " from text", c.descriptorString(), any("text", c.descriptorString()));
        }
        attempt("byte from int", "B", any("int", "B"));
        attempt("long from int", "J", any("int", "J"));
        attempt("double from float", "D", any("float", "D"));
        attempt("int by int", "I", new ConstantDynamic("i", "I", bsm("asInt", LNC + ")I")));
        attempt("long by int", "J", new ConstantDynamic("j", "J", bsm("asInt", LNC + ")I")));
        attempt("byte by int", "B", new ConstantDynamic("b", "B", bsm("asInt", LNC + ")I")));
        attempt("object by int", "Ljava/lang/Object;", new ConstantDynamic("o", "Ljava/lang/Object;", bsm("asInt", LNC + ")I")));
        attempt("long sum", "J", new ConstantDynamic("sum", "J", bsm("asLong", LNC + "JI)J"), 5, 6));
        attempt("null", "Ljava/lang/String;", any("null", "Ljava/lang/String;"));
        attempt("wrong class", "Ljava/lang/Integer;", any("text", "Ljava/lang/Integer;"));
        attempt("array", "[Ljava/lang/String;", new ConstantDynamic("array", "[Ljava/lang/String;", bsm("asArray", LNC + "[Ljava/lang/String;)[Ljava/lang/String;"), "a", "b"));
        attempt("array passed on", "Ljava/lang/Object;", new ConstantDynamic("x", "Ljava/lang/Object;", bsm("instead", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
            new ConstantDynamic("array", "[Ljava/lang/String;", bsm("asArray", LNC + "[Ljava/lang/String;)[Ljava/lang/String;"), "p", "q")));
        attempt("null passed on", "Ljava/lang/Object;", new ConstantDynamic("x", "Ljava/lang/Object;", bsm("instead", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"), any("null", "Ljava/lang/String;")));
        attempt("void", "Ljava/lang/Object;", new ConstantDynamic("v", "Ljava/lang/Object;", bsm("asVoid", LNC + ")V")));
        attempt("no lookup", "Ljava/lang/Object;", new ConstantDynamic("n", "Ljava/lang/Object;", bsm("noLookup", "(Ljava/lang/String;)Ljava/lang/Object;")));
        ConstantDynamic inner = any("inner", "Ljava/lang/String;"), middle = any("middle", "Ljava/lang/String;", inner, any("int", "I"), inner, any("double", "D"));
        attempt("nested", "Ljava/lang/String;", any("outer", "Ljava/lang/String;", middle, middle, any("char", "C")));
        attempt("class", "Ljava/lang/Class;", new ConstantDynamic("S", "Ljava/lang/Class;", library("primitiveClass", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Class;")));
        attempt("enum", "Ljava/lang/Thread$State;", new ConstantDynamic("NEW", "Ljava/lang/Thread$State;", library("enumConstant", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Enum;")));
        attempt("no such enum", "Ljava/lang/Thread$State;", new ConstantDynamic("OLD", "Ljava/lang/Thread$State;", library("enumConstant", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Enum;")));
        attempt("invoke", "I", new ConstantDynamic("n", "I", library("invoke", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)Ljava/lang/Object;"), new Handle(H_INVOKESTATIC, "java/lang/Integer", "parseInt", "(Ljava/lang/String;I)I", false), "zz", 36));
        attempt("var handle", "Ljava/lang/Object;", new ConstantDynamic("runs", "Ljava/lang/invoke/VarHandle;", library("staticFieldVarHandle", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;"), Type.getObjectType("CondyKinds"), Type.INT_TYPE));
        attempt("cast", "C", new ConstantDynamic("_", "C", library("explicitCast", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;Ljava/lang/Object;)Ljava/lang/Object;"), 65));
        Class<?> raced = define("Ljava/lang/Object;", new ConstantDynamic("raced", "Ljava/lang/Object;", bsm("slow", LNC + ")Ljava/lang/Object;")), 1);
        Object[] seen = new Object[4];
        Thread[] threads = new Thread[4];
        for (int k = 0; k < 4; k++) {
            int at = k;
            threads[k] = new Thread(() -> {
                try {
                    seen[at] = raced.getMethod("run").invoke(null);
                } catch (ReflectiveOperationException e) {
                    seen[at] = e;
                }
            });
            threads[k].start();
        }
        for (Thread t : threads) t.join();
        System.out.println("raced: " + (seen[0].getClass() == Object.class && seen[0] == seen[1] && seen[1] == seen[2] && seen[2] == seen[3]));
    }
}
