import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.util.List;

// MethodType: one object per type however it is made, descriptors both ways, edits; calls of handles with every primitive, narrowed and widened results.
public class MethodTypes {
    static boolean z(int x) { return (x & 2) != 0; }
    static byte b(int x) { return (byte) x; }
    static char c(int x) { return (char) x; }
    static short s(int x) { return (short) x; }
    static float f(int x) { return x; }
    static long j(int x) { return x; }
    static double d(int x) { return x; }
    static void v(int x) { System.out.print("v" + x + " "); }
    static String all(boolean z, byte b, char c, short s, int i, long j, float f, double d, Object o, int[] a) { return z + " " + b + " " + (int) c + " " + s + " " + i + " " + j + " " + f + " " + d + " " + o + " " + a.length; }

    interface Action { Object run() throws Throwable; }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (Throwable t) {
            System.out.println(what + ": " + t);
        }
    }

    static MethodHandle find(String name, Class<?> r) throws Exception { return MethodHandles.lookup().findStatic(MethodTypes.class, name, MethodType.methodType(r, int.class)); }

    public static void main(String[] args) throws Throwable {
        MethodType t = MethodType.methodType(String.class, int.class, long[].class);
        attempt("same", () -> (t == MethodType.fromMethodDescriptorString("(I[J)Ljava/lang/String;", null)) + " " + (t == MethodType.methodType(String.class, List.of(int.class, long[].class))) + " " + (t == t.wrap().unwrap()) + " " + (t.erase() == t.erase().erase()) + " " + t.hashCode() * 0);
        attempt("texts", () -> t + " " + t.descriptorString() + " " + t.generic() + " " + t.wrap() + " " + t.erase() + " " + t.toMethodDescriptorString());
        attempt("edits", () -> t.appendParameterTypes(char.class) + " " + t.insertParameterTypes(1, double.class) + " " + t.dropParameterTypes(0, 1) + " " + t.changeReturnType(void.class) + " " + t.changeParameterType(0, Object.class));
        attempt("facts", () -> t.hasPrimitives() + " " + t.hasWrappers() + " " + t.parameterCount() + " " + t.lastParameterType() + " " + t.parameterList() + " " + t.describeConstable().isPresent());
        attempt("void parameter", () -> MethodType.methodType(int.class, void.class));
        attempt("null parameter", () -> MethodType.methodType(int.class, (Class<?>) null));
        attempt("drop too much", () -> t.dropParameterTypes(0, 3));
        for (String bad : new String[] {"", "()", "I", "(V)V", "(I)VI", "(Ljava/lang/String)V", "([)V", "(L;)V", "(Ljava.lang.String;)V", "(II", "()[V"}) attempt("descriptor " + bad, () -> MethodType.fromMethodDescriptorString(bad, null));
        int x = 0x1fe83;
        MethodHandle z = find("z", boolean.class), b = find("b", byte.class), c = find("c", char.class), s = find("s", short.class), f = find("f", float.class), j = find("j", long.class), d = find("d", double.class), v = find("v", void.class);
        attempt("exact", () -> (boolean) z.invokeExact(x) + " " + (byte) b.invokeExact(x) + " " + (int) (char) c.invokeExact(x) + " " + (short) s.invokeExact(x) + " " + (float) f.invokeExact(x) + " " + (long) j.invokeExact(x) + " " + (double) d.invokeExact(x));
        attempt("widened", () -> (int) b.invoke(x) + " " + (long) c.invoke(x) + " " + (double) s.invoke(x) + " " + (double) f.invoke(x) + " " + (float) j.invoke(x) + " " + (Object) d.invoke((short) 7) + " " + (Object) z.invoke('c') + " " + (Object) b.invoke((byte) -1));
        attempt("dropped", () -> { v.invokeExact(x); z.invoke(x); d.invoke(x); Object nothing = v.invoke(1); return nothing; });
        attempt("void as int", () -> (int) v.invoke(2));
        attempt("narrowed", () -> (byte) s.invoke(x));
        attempt("boolean as int", () -> (int) z.invoke(x));
        attempt("exact other result", () -> (int) b.invokeExact(x));
        attempt("exact other argument", () -> (byte) b.invokeExact((short) 1));
        attempt("exact no result", () -> { b.invokeExact(x); return 0; });
        attempt("exact boxed", () -> (byte) b.invokeExact((Integer) 1));
        MethodHandle all = MethodHandles.lookup().findStatic(MethodTypes.class, "all", MethodType.methodType(String.class, boolean.class, byte.class, char.class, short.class, int.class, long.class, float.class, double.class, Object.class, int[].class));
        attempt("all exact", () -> (String) all.invokeExact(true, (byte) -1, '\uffff', (short) -2, 3, 1L << 50, 2.5f, -0.0, (Object) "o", new int[4]));
        attempt("all generic", () -> all.invoke((Object) false, (Byte) (byte) 5, (Character) 'x', (byte) 6, 'y', 7, 8L, 9f, 10, (Object) new int[5]));
        attempt("all with arguments", () -> all.invokeWithArguments(true, (byte) 1, 'c', (short) 2, 3, 4, 5, 6, null, new int[6]));
        attempt("all wrong", () -> all.invokeWithArguments(true, 1, 'c', (short) 2, 3, 4, 5, 6, null, new int[6]));
        attempt("reordered", () -> MethodHandles.permuteArguments(all, all.type().dropParameterTypes(5, 6).insertParameterTypes(0, long.class), 1, 2, 3, 4, 5, 0, 6, 7, 8, 9).invoke(99L, true, (byte) 1, 'a', (short) 2, 3, 4f, 5.0, "r", new int[1]));
    }
}
