import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import static java.lang.invoke.MethodType.methodType;

// Collectors and spreaders of each array type and position, varargs handles called with every number of arguments, and the limits of arity (JVMS 4.3.3).
public class CollectAndSpread {
    static String objects(Object... a) { return a == null ? "null" : a.length + Arrays.deepToString(a); }
    static String ints(String s, int... a) { return s + (a == null ? "null" : a.length + Arrays.toString(a)); }
    static String longs(long... a) { return Arrays.toString(a); }
    static String bytes(byte... a) { return Arrays.toString(a); }
    static String doubles(double d, double... a) { return d + Arrays.toString(a); }
    static String strings(String... a) { return String.join("+", a); }
    static String three(int a, long b, String c) { return a + ":" + b + ":" + c; }

    static MethodHandle find(String name, Class<?>... p) throws Exception { return MethodHandles.lookup().findStatic(CollectAndSpread.class, name, methodType(String.class, p)); }

    interface Action { Object run() throws Throwable; }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (Throwable t) {
            System.out.println(what + ": " + t);
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandle objects = find("objects", Object[].class), ints = find("ints", String.class, int[].class), longs = find("longs", long[].class), bytes = find("bytes", byte[].class), doubles = find("doubles", double.class, double[].class), strings = find("strings", String[].class), three = find("three", int.class, long.class, String.class);
        attempt("none", () -> objects.invoke());
        attempt("one", () -> objects.invoke("x"));
        attempt("null", () -> objects.invoke((Object) null));
        attempt("null array", () -> objects.invoke((Object[]) null));
        attempt("array", () -> objects.invoke(new Object[] {1, 2}));
        attempt("String array", () -> objects.invoke(new String[] {"a", "b"}));
        attempt("array as object", () -> objects.invoke((Object) new Object[] {1, 2}));
        attempt("mixed", () -> objects.invoke(1, 2L, 'c', null, 4.5f, true));
        attempt("ints", () -> ints.invoke("s", 1, (byte) 2, 'c'));
        attempt("ints boxed", () -> ints.invoke("s", (Integer) 7, (Object) 8));
        attempt("ints wrong", () -> ints.invoke("s", 1L));
        attempt("ints none", () -> ints.invoke("s"));
        attempt("ints array", () -> ints.invoke("s", new int[] {4, 5}));
        attempt("ints missing", () -> ints.invoke());
        attempt("longs", () -> longs.invoke(1, 2L, (short) 3, 'c'));
        attempt("bytes", () -> bytes.invoke((byte) 1, (byte) 2));
        attempt("bytes wide", () -> bytes.invoke(1));
        attempt("doubles", () -> doubles.invoke(1, 2f, 3L, 4.0));
        attempt("strings cast", () -> strings.invoke("a", (Object) "b"));
        attempt("strings wrong", () -> strings.invoke("a", (Object) 5));
        attempt("fixed", () -> objects.asFixedArity().invoke(1));
        attempt("fixed array", () -> objects.asFixedArity().invoke(new Object[] {1}));
        attempt("with varargs", () -> three.asSpreader(Object[].class, 3).withVarargs(true).invoke(1, 2L, "v"));
        attempt("as varargs of wrong", () -> three.asVarargsCollector(Object[].class));
        attempt("exact varargs", () -> (String) objects.invokeExact(1));
        attempt("asType of varargs", () -> objects.asType(methodType(Object.class, int.class, String.class)).invoke(1, "t"));
        attempt("bindTo varargs", () -> ints.bindTo("bound").invoke(1, 2));
        attempt("withArguments", () -> ints.invokeWithArguments(List.of("w", 1, 2, 3)));
        attempt("withArguments none", () -> three.invokeWithArguments());
        attempt("collector at", () -> ints.asFixedArity().asCollector(1, int[].class, 3).invoke("at", 1, 2, 3));
        attempt("collector first", () -> MethodHandles.dropArguments(longs.asFixedArity(), 1, String.class).asCollector(0, long[].class, 2).invoke(1L, 2L, "last"));
        attempt("collector zero", () -> objects.asCollector(Object[].class, 0).invoke());
        attempt("collector wrong", () -> three.asCollector(Object[].class, 1));
        attempt("collector many", () -> objects.asCollector(Object[].class, 254).invokeWithArguments(Collections.nCopies(254, 1)).toString().length());
        attempt("collector too many", () -> objects.asCollector(Object[].class, 255));
        attempt("long collector too many", () -> longs.asCollector(long[].class, 128));
        attempt("spreader first", () -> three.asSpreader(0, int[].class, 1).invoke(new int[] {1}, 2L, "s"));
        attempt("spreader middle", () -> three.asSpreader(1, Object[].class, 2).invoke(1, new Object[] {2, "s"}));
        attempt("spreader all", () -> three.asSpreader(Object[].class, 3).invoke(new Object[] {1, 2L, "s"}));
        attempt("spreader zero", () -> three.asSpreader(Object[].class, 0).invoke(1, 2L, "s", (Object[]) null));
        attempt("spreader zero with one", () -> three.asSpreader(Object[].class, 0).invoke(1, 2L, "s", new Object[1]));
        attempt("spreader cast", () -> three.asSpreader(Object[].class, 3).invoke(new Object[] {1, 2L, 3}));
        attempt("spreader short", () -> three.asSpreader(Object[].class, 3).invoke(new Object[] {1, 2L}));
        attempt("spreader type", () -> three.asSpreader(int[].class, 3));
        attempt("spreader not array", () -> three.asSpreader(String.class, 1));
        attempt("spreader negative", () -> three.asSpreader(Object[].class, -1));
        attempt("spreader position", () -> three.asSpreader(2, Object[].class, 2));
        Class<?>[] many = new Class<?>[255];
        Arrays.fill(many, int.class);
        attempt("255 ints", () -> MethodHandles.empty(methodType(void.class, many)));
        attempt("254 ints", () -> MethodHandles.empty(methodType(int.class, Arrays.copyOf(many, 254))).invokeWithArguments((Object[]) Collections.nCopies(254, 1).toArray(new Integer[0])));
        attempt("256 ints", () -> MethodType.methodType(void.class, Arrays.copyOf(many, 256)));
        attempt("generic 255", () -> MethodType.genericMethodType(255).parameterCount());
        attempt("generic 256", () -> MethodType.genericMethodType(256));
        attempt("spread 250", () -> objects.asCollector(Object[].class, 250).asSpreader(Object[].class, 250).invoke(new Object[250]).toString().length());
        attempt("permute", () -> MethodHandles.permuteArguments(three, methodType(String.class, String.class, long.class, int.class), 2, 1, 0).invoke("p", 2L, 1));
        attempt("permute doubled", () -> MethodHandles.permuteArguments(MethodHandles.lookup().findStatic(Math.class, "max", methodType(long.class, long.class, long.class)), methodType(long.class, long.class), 0, 0).invoke(6L));
        attempt("permute out", () -> MethodHandles.permuteArguments(three, methodType(String.class, String.class, long.class, int.class), 3, 1, 0));
        attempt("permute type", () -> MethodHandles.permuteArguments(three, methodType(String.class, String.class, long.class, int.class), 0, 1, 2));
        attempt("permute few", () -> MethodHandles.permuteArguments(three, methodType(String.class, String.class, long.class, int.class), 0, 1));
        attempt("varargs invoker", () -> MethodHandles.invoker(methodType(Object.class, int.class, int.class)).invoke(objects, 1, 2));
        attempt("exact invoker", () -> MethodHandles.exactInvoker(three.type()).invoke(three, 1, 2L, "e"));
        attempt("exact invoker wrong", () -> MethodHandles.exactInvoker(three.type()).invoke(objects, 1, 2L, "e"));
        attempt("spread invoker", () -> MethodHandles.spreadInvoker(three.type(), 1).invoke(three, 1, new Object[] {2L, "i"}));
        attempt("drop to match", () -> MethodHandles.dropArgumentsToMatch(MethodHandles.identity(long.class), 0, List.of(int.class, long.class, String.class), 1).type());
        attempt("drop return", () -> MethodHandles.dropReturn(three).type());
        attempt("filter", () -> MethodHandles.filterArguments(three, 0, MethodHandles.lookup().findVirtual(String.class, "length", methodType(int.class)), null, MethodHandles.lookup().findStatic(String.class, "valueOf", methodType(String.class, double.class))).invoke("four", 5L, 2.5));
        attempt("filter too many", () -> MethodHandles.filterArguments(three, 2, MethodHandles.identity(String.class), MethodHandles.identity(String.class)));
        attempt("collect void", () -> MethodHandles.collectArguments(three, 1, MethodHandles.empty(methodType(void.class, double.class))).invoke(1, 2.5, 3L, "c"));
        attempt("fold at", () -> MethodHandles.foldArguments(three, 1, MethodHandles.empty(methodType(long.class, String.class))).invoke(4, "f"));
        attempt("fold wrong", () -> MethodHandles.foldArguments(three, MethodHandles.empty(methodType(long.class, long.class))));
    }
}
