import java.lang.invoke.*;
import java.util.*;

// Method and variable handles: find, bind, insert, filter, guard, loops of invokeExact and invoke with conversions, type errors.
public class MethodHandles1 {
    int field = 5;
    static volatile long statik = 6;
    int inc(int x) { return field += x; }
    static String join(String a, Object... rest) { return a + Arrays.toString(rest); }
    static double mix(int a, long b, float c, double d) { return a + b + c + d; }
    private static int priv(int x) { return -x; }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        MethodHandle inc = l.findVirtual(MethodHandles1.class, "inc", MethodType.methodType(int.class, int.class));
        MethodHandles1 o = new MethodHandles1();
        System.out.println((int) inc.invokeExact(o, 3) + " " + inc.invoke(o, (byte) 2) + " " + inc.bindTo(o).invoke(10) + " " + inc.invokeWithArguments(o, 1));
        MethodHandle mix = l.findStatic(MethodHandles1.class, "mix", MethodType.methodType(double.class, int.class, long.class, float.class, double.class));
        System.out.println((double) mix.invokeExact(1, 2L, 3f, 4.0) + " " + mix.invoke('a', 1, 2, 3f) + " " + MethodHandles.insertArguments(mix, 1, 10L, 20f).invoke(1, 2.0) + " " + MethodHandles.permuteArguments(mix, MethodType.methodType(double.class, double.class, int.class), 1, 1, 1, 0).type());
        MethodHandle join = l.findStatic(MethodHandles1.class, "join", MethodType.methodType(String.class, String.class, Object[].class));
        System.out.println((String) join.invoke("v", 1, 'c') + join.invoke("n") + join.asFixedArity().invoke("f", new Object[] {1}) + join.asCollector(Object[].class, 2).type());
        MethodHandle length = l.findVirtual(String.class, "length", MethodType.methodType(int.class)), upper = l.findVirtual(String.class, "toUpperCase", MethodType.methodType(String.class));
        MethodHandle guard = MethodHandles.guardWithTest(l.findVirtual(String.class, "isEmpty", MethodType.methodType(boolean.class)), MethodHandles.dropArguments(MethodHandles.constant(String.class, "empty"), 0, String.class), upper);
        System.out.println((String) guard.invokeExact("") + (String) guard.invokeExact("abc") + MethodHandles.filterReturnValue(upper, length).invoke("four"));
        try {
            int bad = (int) inc.invokeExact(o, (short) 3);
        } catch (WrongMethodTypeException e) {
            System.out.println(e.getMessage());
        }
        try {
            inc.invoke("wrong", 1);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        try {
            l.findVirtual(String.class, "none", MethodType.methodType(void.class));
        } catch (NoSuchMethodException e) {
            System.out.println(e.getMessage());
        }
        try {
            MethodHandles.publicLookup().findStatic(MethodHandles1.class, "priv", MethodType.methodType(int.class, int.class));
        } catch (IllegalAccessException e) {
            System.out.println(e.getMessage());
        }
        MethodHandle catcher = MethodHandles.catchException(l.findStatic(Integer.class, "parseInt", MethodType.methodType(int.class, String.class)), NumberFormatException.class, MethodHandles.dropArguments(MethodHandles.constant(int.class, -1), 0, NumberFormatException.class));
        System.out.println((int) catcher.invokeExact("12") + " " + (int) catcher.invokeExact("x"));
        VarHandle f = l.findVarHandle(MethodHandles1.class, "field", int.class), s = l.findStaticVarHandle(MethodHandles1.class, "statik", long.class), a = MethodHandles.arrayElementVarHandle(int[].class);
        int[] arr = {1, 2, 3};
        System.out.println(f.compareAndSet(o, (int) f.get(o), 100) + " " + f.getAndAdd(o, 5) + " " + f.getVolatile(o) + " " + s.getAndBitwiseOr(9L) + " " + statik + " " + a.getAndSet(arr, 1, 20) + arr[1] + a.compareAndExchange(arr, 0, 1, 9) + arr[0] + " " + f.varType() + a.coordinateTypes());
        try {
            a.get(arr, 3);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        MethodHandle ctor = l.findConstructor(ArrayList.class, MethodType.methodType(void.class, Collection.class)), getter = l.findGetter(MethodHandles1.class, "field", int.class);
        System.out.println(ctor.invoke(List.of(1, 2)) + " " + (int) getter.invokeExact(o) + " " + MethodType.fromMethodDescriptorString("(I[JLjava/lang/String;)V", null) + " " + l.revealDirect(inc));
        long sum = 0;
        for (int i = 0; i < 3000; i++) sum += (int) inc.invokeExact(o, i & 3);
        System.out.println(sum);
    }
}
