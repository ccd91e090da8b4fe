import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;
import java.util.function.IntUnaryOperator;
import static java.lang.invoke.MethodType.methodType;

// Recursion through handles until the stack ends, and again; a long chain of combinators; intrinsics as tail calls: no frame of their own, so that
// a million calls through handles in a loop leave the stack as it was.
public class DeepHandles {
    static MethodHandle self, viaSite, collector;
    static int depth;

    static int endless(int x) throws Throwable {
        depth++;
        return (int) self.invokeExact(x + 1) + 1;
    }
    static int down(int x) throws Throwable { return x == 0 ? 0 : (int) self.invokeExact(x - 1) + 1; }
    static long mixed(Object o, long l, double d, int x) throws Throwable { return x == 0 ? l : (long) collector.invoke(o, l + 1, d, x - 1); }
    static int inc(int x) { return x + 1; }
    static boolean isPositive(int x) { return x > 0; }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        MethodHandle endless = l.findStatic(DeepHandles.class, "endless", methodType(int.class, int.class)), down = l.findStatic(DeepHandles.class, "down", methodType(int.class, int.class)), inc = l.findStatic(DeepHandles.class, "inc", methodType(int.class, int.class));
        MutableCallSite site = new MutableCallSite(endless);
        MethodHandle[] shapes = {endless, endless.asType(methodType(Object.class, Object.class)).asType(methodType(int.class, int.class)), site.dynamicInvoker(), MethodHandles.filterReturnValue(endless, inc),
            MethodHandles.tryFinally(endless, MethodHandles.dropArguments(MethodHandles.identity(int.class), 0, Throwable.class)), endless.asSpreader(int[].class, 1).asCollector(int[].class, 1)};
        for (MethodHandle shape : shapes) {
            self = shape;
            for (int k = 0; k < 3; k++) {
                depth = 0;
                try {
                    System.out.println(endless(0));
                } catch (StackOverflowError e) {
                    System.out.println("overflow " + (depth > 500) + " " + (e.getStackTrace().length > 500));
                }
            }
        }
        self = down;
        System.out.println((int) down.invokeExact(1500));
        self = MethodHandles.guardWithTest(l.findStatic(DeepHandles.class, "isPositive", methodType(boolean.class, int.class)), down, MethodHandles.dropArguments(MethodHandles.constant(int.class, 0), 0, int.class));
        System.out.println((int) self.invokeExact(700));
        collector = l.findStatic(DeepHandles.class, "mixed", methodType(long.class, Object.class, long.class, double.class, int.class));
        System.out.println(mixed("o", 1L << 33, 0.5, 900));
        MethodHandle chain = inc;
        for (int k = 0; k < 200; k++) chain = MethodHandles.filterReturnValue(chain, inc);
        System.out.println((int) chain.invokeExact(0));
        IntUnaryOperator function = x -> x;
        for (int k = 0; k < 500; k++) function = function.andThen(x -> x + 1);
        System.out.println(function.applyAsInt(0));
        int sum = 0;
        for (int k = 0; k < 300000; k++) sum = (int) inc.invokeExact(sum);
        System.out.println(sum);
    }
}
