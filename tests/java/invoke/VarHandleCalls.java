import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.lang.invoke.WrongMethodTypeException;

// VarHandle accessors written in source, exactly typed and not: fields of each type, static fields that initialize their class, arrays of references
// with their store check, subclasses as receivers, invokers, fences, counters of racing threads.
public class VarHandleCalls {
    static class Point { int x; long y; String name = "p"; volatile Object any; byte b; boolean flag; Point next; }
    static class Sub extends Point { }
    static class Late { static { System.out.println("Late initialized"); } static int counter = 40; static String text = "late"; }
    record Pair(int left, Object right) { }

    interface Action { Object run() throws Throwable; }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (Throwable t) {
            System.out.println(what + ": " + t.toString().replaceAll("@[0-9a-f]+", "@ID"));
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        VarHandle x = l.findVarHandle(Point.class, "x", int.class), y = l.findVarHandle(Point.class, "y", long.class), name = l.findVarHandle(Point.class, "name", String.class), any = l.findVarHandle(Point.class, "any", Object.class);
        VarHandle b = l.findVarHandle(Point.class, "b", byte.class), flag = l.findVarHandle(Point.class, "flag", boolean.class), next = l.findVarHandle(Point.class, "next", Point.class);
        Point p = new Point();
        Sub sub = new Sub();
        attempt("int", () -> { x.set(p, 5); x.setVolatile(p, (int) x.get(p) + 1); x.setOpaque(p, (int) x.getOpaque(p) + 1); x.setRelease(p, (int) x.getAcquire(p) + 1); return p.x; });
        attempt("int swaps", () -> x.compareAndSet(p, 8, 9) + " " + x.weakCompareAndSetPlain(p, 0, 1) + " " + (int) x.compareAndExchangeAcquire(p, 9, 10) + " " + (int) x.compareAndExchangeRelease(p, 0, 10) + " " + (int) x.getAndSetAcquire(p, 11) + " " + (int) x.getAndAddRelease(p, -1) + " " + (int) x.getAndBitwiseOrAcquire(p, 0x30) + " " + (int) x.getAndBitwiseAndRelease(p, 0x0f) + " " + (int) x.getAndBitwiseXor(p, -1) + " " + p.x);
        attempt("long", () -> { y.set(p, 1L << 40); return (long) y.getAndAdd(p, 3L) + " " + y.weakCompareAndSet(p, 0L, 1L) + " " + p.y; });
        attempt("long from int", () -> { y.set(p, 7); return (long) y.getAndAdd(p, 1) + " " + (float) (long) y.get(p); });
        attempt("byte", () -> { b.set(p, (byte) 120); return (byte) b.getAndAdd(p, (byte) 10) + " " + p.b + " " + (int) b.get(p) + " " + b.compareAndSet(p, (byte) -126, (byte) 3) + p.b; });
        attempt("boolean", () -> (boolean) flag.getAndBitwiseOr(p, true) + " " + (boolean) flag.getAndBitwiseXor(p, true) + " " + p.flag);
        attempt("boolean add", () -> (boolean) flag.getAndAdd(p, true));
        attempt("string", () -> (String) name.getAndSet(p, "q") + " " + name.compareAndSet(p, "q", "r") + " " + (Object) name.getVolatile(p) + " " + (CharSequence) name.get(p));
        attempt("string from object", () -> { name.set(p, (Object) "cast"); return p.name; });
        attempt("string from wrong", () -> { name.set(p, (Object) 5); return p.name; });
        attempt("object", () -> { any.set(p, 1); any.set(p, "boxed"); any.set(p, 2.5); return any.getAndSet(p, null) + " " + any.get(p); });
        attempt("add string", () -> (String) name.getAndAdd(p, "x"));
        attempt("subclass", () -> { x.set(sub, 3); next.set(sub, sub); next.setVolatile(p, sub); return sub.x + " " + ((Point) next.get(sub) == sub) + ((Point) next.get(p) == sub); });
        attempt("receiver as object", () -> { x.set((Object) p, 13); return (int) x.get((Object) p); });
        attempt("wrong receiver", () -> (int) x.get((Object) "text"));
        attempt("void result", () -> { x.getAndAdd(p, 1); return p.x; });
        attempt("object result", () -> (Object) x.getAndAdd(p, 1));
        attempt("long result", () -> (long) x.get(p));
        attempt("short result", () -> (short) x.get(p));
        attempt("boxed value", () -> { x.set(p, (Integer) 21); return p.x; });
        attempt("null boxed", () -> { x.set(p, (Integer) null); return p.x; });
        VarHandle exact = x.withInvokeExactBehavior();
        attempt("exact", () -> { exact.set(p, 4); return (int) exact.get(p); });
        attempt("exact object", () -> (Object) exact.get(p));
        attempt("exact value", () -> { exact.set(p, (byte) 1); return 0; });
        attempt("exact sub", () -> { exact.set(sub, 4); return 0; });
        attempt("exact again", () -> { exact.withInvokeBehavior().set(sub, (byte) 4); return sub.x; });
        VarHandle counter = l.findStaticVarHandle(Late.class, "counter", int.class);
        System.out.println("found");
        attempt("static", () -> (int) counter.getAndAdd(2) + " " + Late.counter);
        attempt("static text", () -> { VarHandle t = l.findStaticVarHandle(Late.class, "text", String.class); return (String) t.getAndSet("later") + t.compareAndSet("later", "latest") + Late.text; });
        attempt("static arguments", () -> (int) counter.get(1));
        VarHandle strings = MethodHandles.arrayElementVarHandle(String[].class), objects = MethodHandles.arrayElementVarHandle(Object[].class), points = MethodHandles.arrayElementVarHandle(Point[].class), bytes = MethodHandles.arrayElementVarHandle(byte[].class), grid = MethodHandles.arrayElementVarHandle(int[][].class);
        String[] texts = {"a", "b"};
        attempt("array", () -> { strings.set(texts, 0, "z"); return (String) strings.getAndSet(texts, 1, "y") + strings.compareAndSet(texts, 0, "z", "w") + texts[0] + texts[1]; });
        attempt("covariant", () -> { objects.set((Object[]) texts, 0, "fine"); return texts[0]; });
        attempt("store check", () -> { objects.set((Object[]) texts, 0, 5); return texts[0]; });
        attempt("store check cas", () -> objects.compareAndSet((Object[]) texts, 0, "fine", 5));
        attempt("points of subs", () -> { points.setVolatile(new Sub[1], 0, new Point()); return 0; });
        attempt("bytes", () -> { byte[] a = {1, 2, 3, 4, 5}; return (byte) bytes.getAndAdd(a, 2, (byte) 126) + " " + bytes.compareAndSet(a, 3, (byte) 4, (byte) 9) + " " + java.util.Arrays.toString(a); });
        attempt("grid", () -> { int[][] g = new int[2][]; grid.set(g, 1, new int[] {7}); return ((int[]) grid.getVolatile(g, 1))[0]; });
        attempt("index", () -> (String) strings.get(texts, 2));
        attempt("index type", () -> (String) strings.get(texts, (byte) 1));
        attempt("record", () -> { VarHandle left = l.findVarHandle(Pair.class, "left", int.class); return (int) left.get(new Pair(3, "r")) + " " + left.isAccessModeSupported(AccessMode.SET); });
        attempt("record set", () -> { l.findVarHandle(Pair.class, "left", int.class).set(new Pair(3, "r"), 4); return 0; });
        MethodHandle invoker = MethodHandles.varHandleInvoker(AccessMode.GET_AND_ADD, x.accessModeType(AccessMode.GET_AND_ADD)), exactInvoker = MethodHandles.varHandleExactInvoker(AccessMode.SET, x.accessModeType(AccessMode.SET));
        attempt("invoker", () -> (int) invoker.invoke(x, p, 5) + " " + p.x);
        attempt("invoker of other", () -> (int) invoker.invoke(name, p, 5));
        attempt("exact invoker", () -> { exactInvoker.invokeExact(x, p, 50); return p.x; });
        attempt("bound handle", () -> (int) x.toMethodHandle(AccessMode.GET_AND_SET).bindTo(p).invoke(60) + " " + p.x);
        attempt("unreflected", () -> (int) l.unreflectVarHandle(Point.class.getDeclaredField("x")).get(p));
        attempt("describe", () -> x.describeConstable().isPresent() + " " + x + " " + strings.accessModeType(AccessMode.COMPARE_AND_EXCHANGE) + " " + AccessMode.valueFromMethodName("getAndBitwiseXorRelease") + " " + x.equals(l.findVarHandle(Point.class, "x", int.class)));
        p.x = 0;
        Thread[] threads = new Thread[3];
        for (int k = 0; k < 3; k++) {
            threads[k] = new Thread(() -> { for (int n = 0; n < 5000; n++) { x.getAndAdd(p, 1); long seen; do seen = (long) y.get(p); while (!y.weakCompareAndSet(p, seen, seen + 2)); } });
            threads[k].start();
        }
        p.y = 0;
        for (Thread t : threads) t.join();
        VarHandle.fullFence();
        VarHandle.acquireFence();
        VarHandle.releaseFence();
        VarHandle.loadLoadFence();
        VarHandle.storeStoreFence();
        System.out.println(p.x);
    }
}
