import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Native methods of every shape, and the JNI functions they use. run compares what two VMs print. */
public class NativeCalls {
    static native String allTypes(boolean z, byte b, char c, short s, int i, long j, float f, double d, String text, int[] array);
    native double many(long a, double b, int c, float d, long e, double f, int g, float h, long i, double j, int k, float l, long m, double n, byte o, Object p, char q);
    static native boolean oddBoolean();
    static native byte wideByte();
    static native char wideChar();
    static native short wideShort();
    static native Object same(Object object);
    static native void fail(String message) throws Exception;
    static native Class<?> find(String name);
    static native String callBack(NativeCalls self);
    static native String fields(NativeCalls self);
    static native int arrays(int[] numbers, String[] texts, double[] empty);
    static native boolean holdsArray();
    static native void hasCollected();
    static native boolean holdArray(int[] numbers, int millis);
    static native String strings(String text);
    static native String references(Object object);
    static native int monitor(Object lock);
    static native String crossedMonitors(Object a, Object b);
    static native ByteBuffer direct();
    static native String errors(NativeCalls self);
    static native Object construct();
    static native int localFrames(int depth);
    static native void deleteBelowFrame();
    static native void popTwice();
    static native int frameAroundPops();
    static native boolean hasNameless(String signature, boolean isStatic);
    static native String sized(int length);
    static native void describe();
    static native long missing(int x, String[] y);
    static native int over__load(int x);
    static native int over__load(long x);
    static synchronized native boolean holdsClassLock();
    static native void registerOther();
    static native int registered(int x);
    static native String reflected(Object method, Object field) throws Exception;
    static native Class<?> define(ClassLoader loader, byte[] bytes);

    int counter = 7;
    static long total = 1L << 40;
    String label = "label";
    volatile double ratio = 0.5;
    static String shared = "shared";

    String greet(String name, int times, double weight) { return name.repeat(times) + weight + this.getClass().getName(); }
    private String hidden() { return "NativeCalls.hidden"; }
    static long sum(byte b, short s, char c, boolean z, long j, float f) { return b + s + c + (z ? 1 : 0) + j + (long) f; }
    void thrower() { throw new IllegalStateException("from Java"); }
    static void popInside() { popTwice(); }
    static void churn() {
        for (int i = 0; i < 2000; i++) shared = new String(new char[i]);
        System.gc();
    }
    // minijvm hands out a copy, so a collection need not wait for the native. What HotSpot does here is its own affair.
    static String collectWhileHeld() throws Exception {
        boolean copies = System.getProperty("java.vm.name").equals("minijvm");
        int[] numbers = {41};
        Thread collector = new Thread(() -> {
            while (!holdsArray()) Thread.onSpinWait();
            var dead = new java.lang.ref.WeakReference<>(new Object());
            System.gc();
            if (dead.get() == null) hasCollected();
        });
        collector.start();
        boolean seen = holdArray(numbers, copies ? 60_000 : 50);
        collector.join();
        return (seen || !copies) + " " + numbers[0];
    }
    public String toString() { return "NativeCalls"; }

    static class Derived extends NativeCalls {
        String greet(String name, int times, double weight) { return "derived " + super.greet(name, times, weight); }
    }

    static void attempt(String what, java.util.concurrent.Callable<?> body) {
        try {
            System.out.println(what + ": " + body.call());
        } catch (Throwable e) {
            System.out.println(what + " threw " + e + (e.getCause() == null ? "" : " caused by " + e.getCause()));
        }
    }

    public static void main(String[] args) throws Throwable {
        System.load(args[0]);
        NativeCalls self = new NativeCalls();
        attempt("all types", () -> allTypes(true, (byte) -1, 'ß', (short) -300, -70000, Long.MIN_VALUE, 1.5f, -2.25, "täxt", new int[] {1, 2, 3}));
        attempt("nulls", () -> allTypes(false, (byte) 127, '\0', (short) 0, 0, 0, Float.NaN, Double.NEGATIVE_INFINITY, null, null));
        attempt("many", () -> self.many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, (byte) 15, "x", 'A'));
        attempt("sub-int results", () -> oddBoolean() + " " + wideByte() + " " + (int) wideChar() + " " + wideShort());
        attempt("same", () -> same(self) == self && same(null) == null);
        attempt("fail", () -> { fail("on purpose"); return null; });
        for (String name : new String[] {"java/lang/String", "[I", "[Ljava/lang/String;", "NativeCalls$Derived", "java.lang.String", "no/Such", "Ljava/lang/String;", "int"}) {
            attempt("find " + name, () -> find(name));
        }
        attempt("call back", () -> callBack(self));
        attempt("call back virtual", () -> callBack(new Derived()));
        attempt("fields", () -> fields(self) + " " + self.counter + " " + total + " " + self.label + " " + self.ratio + " " + shared);
        int[] numbers = {5, 6, 7};
        String[] texts = {"a", null, "c"};
        attempt("arrays", () -> arrays(numbers, texts, new double[0]) + Arrays.toString(numbers) + Arrays.toString(texts));
        attempt("collect while an array is held", () -> collectWhileHeld());
        attempt("strings", () -> strings("a\0\u00e9\u20ac\ud83d\ude00z"));
        attempt("references", () -> references(self));
        Object lock = new Object();
        attempt("monitor", () -> monitor(lock) + " " + Thread.holdsLock(lock));
        Object other = new Object();
        attempt("crossed monitors", () -> crossedMonitors(lock, other) + "then " + Thread.holdsLock(lock) + Thread.holdsLock(other));
        attempt("direct", () -> { ByteBuffer b = direct(); return b + " " + b.order(ByteOrder.nativeOrder()).getLong(0); });
        attempt("errors", () -> errors(self));
        attempt("construct", () -> construct());
        attempt("local frames", () -> localFrames(300));
        attempt("deleted below a frame", () -> { deleteBelowFrame(); return shared.length(); });
        attempt("frames of callers", () -> frameAroundPops());
        attempt("find nothing", () -> find(null));
        attempt("nameless", () -> hasNameless("()V", false));
        attempt("nameless, absent", () -> hasNameless("(I)I", false));
        attempt("nameless, static", () -> hasNameless("()V", true));
        attempt("nameless, unknown", () -> hasNameless(String.join("/", "(Lnowhere", "at", "All;)V"), false));
        attempt("sizes", () -> sized(0) + sized(3));
        attempt("negative size", () -> sized(-1));
        describe();
        attempt("missing", () -> missing(1, null));
        attempt("overloads", () -> over__load(1) + " " + over__load(1L));
        attempt("class lock", () -> holdsClassLock());
        attempt("before registering", () -> registered(20));
        registerOther();
        attempt("after registering", () -> registered(20));
        attempt("reflected", () -> reflected(NativeCalls.class.getDeclaredMethod("hidden"), NativeCalls.class.getDeclaredField("label")));
        attempt("define nonsense", () -> define(NativeCalls.class.getClassLoader(), new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
    }
}
