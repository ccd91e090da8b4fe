import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.SwitchPoint;
import java.lang.invoke.VolatileCallSite;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import static java.lang.invoke.MethodType.methodType;

// Every combinator of MethodHandles over arguments of one and two slots; call sites that change; a handle as an interface.
public class HandleCombinators {
    static final Lookup LOOKUP = MethodHandles.lookup();

    static String join(String a, long b, double c, Object d) { return a + "|" + b + "|" + c + "|" + d; }
    static int add(int a, int b) { return a + b; }
    static boolean even(int x) { return x % 2 == 0; }
    static String num(int x) { return "n" + x; }
    static String odd(int x) { return "odd" + x; }
    static int fails(int x) { if (x > 2) throw new IllegalStateException("x" + x); return x; }
    static int rescue(RuntimeException e, int x) { return e.getMessage().length() * 100 + x; }
    static int cleanup(Throwable t, int result, int x) { return t == null ? result + 1000 : -x; }
    static long sum(long... all) { return Arrays.stream(all).sum(); }
    static boolean less(int i, int n) { return i < n; }
    static int step(int i, int n) { return i + 1 + n / 100; }
    static void say(Object o) { System.out.println("say " + o); }

    static MethodHandle find(String name, Class<?> result, Class<?>... parameters) throws Exception {
        return LOOKUP.findStatic(HandleCombinators.class, name, methodType(result, parameters));
    }

    static void attempt(String what, MethodHandle h, Object... arguments) {
        try {
            System.out.println(what + ": " + h.invokeWithArguments(arguments));
        } catch (Throwable t) {
            System.out.println(what + ": " + t.getClass().getName() + ": " + t.getMessage());
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandle join = find("join", String.class, String.class, long.class, double.class, Object.class), text = join.asType(methodType(String.class, String.class, long.class, double.class, String.class)), add = find("add", int.class, int.class, int.class);
        MethodHandle even = find("even", boolean.class, int.class), num = find("num", String.class, int.class), fails = find("fails", int.class, int.class);
        attempt("insert", MethodHandles.insertArguments(join, 1, 7L, 2.5), "s", null);
        attempt("bind", join.bindTo("bound"), 1L, 2.0, 'x');
        attempt("permute", MethodHandles.permuteArguments(text, methodType(String.class, double.class, String.class, long.class), 1, 2, 0, 1), 0.25, "p", 1L << 40);
        attempt("drop", MethodHandles.dropArguments(num, 1, long.class, String.class), 4, 5L, "gone");
        attempt("filter", MethodHandles.filterArguments(text, 3, num), "f", 1L, 2.0, 33);
        attempt("filterReturn", MethodHandles.filterReturnValue(add, num), 20, 22);
        attempt("collect", MethodHandles.collectArguments(join, 3, add.asType(methodType(Object.class, int.class, int.class))), "c", 1L, 2.0, 3, 4);
        attempt("fold", MethodHandles.foldArguments(MethodHandles.dropArguments(add, 2, int.class), add), 3, 4);
        attempt("fold void", MethodHandles.foldArguments(num.asType(methodType(String.class, Object.class)), find("say", void.class, Object.class)), 5);
        MethodHandle guard = MethodHandles.guardWithTest(even, num, find("odd", String.class, int.class));
        attempt("guard", guard, 6);
        attempt("guard", guard, 7);
        MethodHandle caught = MethodHandles.catchException(fails, RuntimeException.class, find("rescue", int.class, RuntimeException.class, int.class));
        attempt("catch", caught, 2);
        attempt("catch", caught, 30);
        attempt("catch other", MethodHandles.catchException(fails, IllegalArgumentException.class, MethodHandles.dropArguments(MethodHandles.constant(int.class, 1), 0, IllegalArgumentException.class)), 30);
        MethodHandle finish = MethodHandles.tryFinally(fails, find("cleanup", int.class, Throwable.class, int.class, int.class));
        attempt("finally", finish, 1);
        attempt("finally throws", finish, 9);
        attempt("throw", MethodHandles.throwException(String.class, Exception.class), new java.io.IOException("io"));
        MethodHandle sum = find("sum", long.class, long[].class);
        attempt("varargs", sum, 1L, 2, (short) 3);
        attempt("collector", sum.asCollector(long[].class, 3), 1L, 2L, 1L << 50);
        attempt("spreader", add.asSpreader(int[].class, 2), new int[] {8, 9});
        attempt("spreader mid", join.asSpreader(1, Object[].class, 2), "m", new Object[] {3L, 4.5}, "end");
        attempt("spread wrong length", add.asSpreader(int[].class, 2), new int[] {8});
        attempt("spread null", add.asSpreader(int[].class, 2), (Object) null);
        attempt("asType", add.asType(methodType(Object.class, Object.class, byte.class)), 5, (byte) 6);
        attempt("explicitCast", MethodHandles.explicitCastArguments(add, methodType(byte.class, double.class, Object.class)), 300.9, null);
        attempt("identity", MethodHandles.identity(double.class), 1.5);
        attempt("zero", MethodHandles.zero(String.class));
        attempt("empty", MethodHandles.empty(methodType(long.class, String.class)), "e");
        attempt("array get", MethodHandles.arrayElementGetter(char[].class), "abc".toCharArray(), 1);
        attempt("array get", MethodHandles.arrayElementGetter(char[].class), "abc".toCharArray(), 3);
        attempt("array set", MethodHandles.arrayElementSetter(Object[].class), new Integer[1], 0, "text");
        attempt("array length", MethodHandles.arrayLength(long[].class), (Object) null);
        attempt("array make", MethodHandles.filterReturnValue(MethodHandles.arrayConstructor(short[].class), MethodHandles.arrayLength(short[].class)), 11);
        attempt("while", MethodHandles.whileLoop(MethodHandles.dropArguments(MethodHandles.constant(int.class, 0), 0, int.class), find("less", boolean.class, int.class, int.class), find("step", int.class, int.class, int.class)), 250);
        attempt("counted", MethodHandles.countedLoop(MethodHandles.constant(int.class, 10), MethodHandles.constant(int.class, 1), add));
        attempt("iterated", MethodHandles.iteratedLoop(null, MethodHandles.constant(String.class, ">"), LOOKUP.findVirtual(String.class, "concat", methodType(String.class, String.class))), List.of("a", "b", "c"));
        attempt("switch", MethodHandles.tableSwitch(MethodHandles.dropArguments(MethodHandles.constant(String.class, "none"), 0, int.class), num, guard), 1);

        MutableCallSite mutable = new MutableCallSite(MethodType.methodType(String.class, int.class));
        MethodHandle dynamic = mutable.dynamicInvoker();
        try {
            dynamic.invoke(1);
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        mutable.setTarget(num);
        String first = (String) dynamic.invokeExact(1);
        mutable.setTarget(guard);
        System.out.println(first + " " + (String) dynamic.invokeExact(1)); // expect: n1 odd1
        VolatileCallSite site = new VolatileCallSite(add);
        site.setTarget(add.asType(add.type()));
        System.out.println((int) site.dynamicInvoker().invokeExact(1, 2));
        SwitchPoint point = new SwitchPoint();
        MethodHandle switched = point.guardWithTest(num, find("odd", String.class, int.class));
        String before = (String) switched.invokeExact(8);
        SwitchPoint.invalidateAll(new SwitchPoint[] {point});
        System.out.println(before + " " + (String) switched.invokeExact(8) + " " + point.hasBeenInvalidated());
        Comparator<?> comparator = MethodHandleProxies.asInterfaceInstance(Comparator.class, MethodHandles.permuteArguments(LOOKUP.findStatic(Integer.class, "compare", add.type()), add.type(), 1, 0));
        Integer[] numbers = {3, 1, 2};
        @SuppressWarnings("unchecked") Comparator<Integer> reversed = (Comparator<Integer>) comparator;
        Arrays.sort(numbers, reversed);
        System.out.println(Arrays.toString(numbers) + " " + MethodHandleProxies.isWrapperInstance(comparator) + " " + MethodHandleProxies.wrapperInstanceType(comparator));
    }
}
