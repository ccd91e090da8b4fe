import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

// Every access mode of a VarHandle on instance fields, static fields, array elements and byte views, with each type; what is refused and how.
public class VarHandleModes {
    boolean z; byte b; char c; short s; int i; long j; float f; double d; Object o; final int fixed = 3;
    static int si = 1; static long sj = 2; static volatile String so = "static"; static double sd;

    interface Action { Object run() throws Throwable; }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (Throwable t) {
            System.out.println(what + ": " + t.getClass().getName() + ": " + String.valueOf(t.getMessage()).replaceAll("@[0-9a-f]+", "@HASH"));
        }
    }

    /** Runs each mode through its method handle, so that one loop serves every shape of coordinates. */
    static void all(String what, VarHandle v, Object one, Object two, Object... at) {
        StringBuilder line = new StringBuilder(what);
        for (AccessMode mode : AccessMode.values()) {
            line.append(' ');
            if (!v.isAccessModeSupported(mode)) {
                line.append('-');
                continue;
            }
            try {
                int parameters = v.accessModeType(mode).parameterCount() - at.length;
                Object[] arguments = java.util.Arrays.copyOf(at, at.length + parameters);
                if (parameters == 1) arguments[at.length] = one;
                if (parameters == 2) {
                    arguments[at.length] = v.toMethodHandle(AccessMode.GET).invokeWithArguments(at);
                    arguments[at.length + 1] = two;
                }
                line.append(v.toMethodHandle(mode).invokeWithArguments(arguments));
            } catch (Throwable t) {
                line.append(t.getClass().getSimpleName());
            }
        }
        System.out.println(line);
    }

    public static void main(String[] args) throws Exception {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        VarHandleModes at = new VarHandleModes();
        all("boolean", lookup.findVarHandle(VarHandleModes.class, "z", boolean.class), true, false, at);
        all("byte", lookup.findVarHandle(VarHandleModes.class, "b", byte.class), (byte) 127, (byte) -5, at);
        all("char", lookup.findVarHandle(VarHandleModes.class, "c", char.class), 'x', 'y', at);
        all("short", lookup.findVarHandle(VarHandleModes.class, "s", short.class), (short) 0x7ffe, (short) -2, at);
        all("int", lookup.findVarHandle(VarHandleModes.class, "i", int.class), 0x70000001, -9, at);
        all("long", lookup.findVarHandle(VarHandleModes.class, "j", long.class), 1L << 62, -7L, at);
        all("float", lookup.findVarHandle(VarHandleModes.class, "f", float.class), 1.5f, -0f, at);
        all("double", lookup.findVarHandle(VarHandleModes.class, "d", double.class), 1e300, -2.25, at);
        all("Object", lookup.findVarHandle(VarHandleModes.class, "o", Object.class), "one", "two", at);
        all("final", lookup.findVarHandle(VarHandleModes.class, "fixed", int.class), 1, 2, at);
        all("static int", lookup.findStaticVarHandle(VarHandleModes.class, "si", int.class), 5, 6);
        all("static long", lookup.findStaticVarHandle(VarHandleModes.class, "sj", long.class), 5L, 6L);
        all("static String", lookup.findStaticVarHandle(VarHandleModes.class, "so", String.class), "a", "b");
        all("static double", lookup.findStaticVarHandle(VarHandleModes.class, "sd", double.class), 5.0, 6.0);
        all("byte[]", MethodHandles.arrayElementVarHandle(byte[].class), (byte) 1, (byte) 2, new byte[5], 3);
        all("short[]", MethodHandles.arrayElementVarHandle(short[].class), (short) 1, (short) 2, new short[5], 3);
        all("long[]", MethodHandles.arrayElementVarHandle(long[].class), 1L, 2L, new long[5], 4);
        all("float[]", MethodHandles.arrayElementVarHandle(float[].class), 1f, 2f, new float[5], 4);
        all("String[]", MethodHandles.arrayElementVarHandle(String[].class), "1", "2", new String[5], 4);
        all("int view", MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN), 1, 2, new byte[16], 4);
        all("int view, unaligned", MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN), 1, 2, new byte[16], 5);
        all("double view", MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.BIG_ENDIAN), 1.0, 2.0, new byte[16], 8);
        all("char view", MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.BIG_ENDIAN), 'a', 'b', new byte[16], 8);
        all("heap buffer", MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN), 1L, 2L, ByteBuffer.allocate(16), 8);
        all("direct buffer", MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN), 1L, 2L, ByteBuffer.allocateDirect(16), 8);
        System.out.println(at.z + " " + at.b + " " + at.c + " " + at.s + " " + at.i + " " + at.j + " " + at.f + " " + at.d + " " + at.o + " " + si + " " + sj + " " + so + " " + sd);

        VarHandle i = lookup.findVarHandle(VarHandleModes.class, "i", int.class), ints = MethodHandles.arrayElementVarHandle(int[].class), strings = MethodHandles.arrayElementVarHandle(String[].class);
        VarHandle view = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        int[] numbers = new int[3];
        at.i = 10;
        attempt("cas", () -> i.compareAndSet(at, 10, 11) + " " + i.compareAndSet(at, 10, 12) + " " + (int) i.compareAndExchange(at, 10, 13) + " " + at.i);
        attempt("add", () -> (int) i.getAndAdd(at, 5) + " " + (int) i.getAndBitwiseXor(at, 0xff) + " " + at.i);
        attempt("widened", () -> (long) i.getVolatile(at) + " " + (Object) i.get(at));
        attempt("from short", () -> { i.setRelease(at, (short) 44); return at.i; });
        attempt("wrong value", () -> { i.set(at, "text"); return 0; });
        attempt("too wide", () -> { i.set(at, 1L); return 0; });
        attempt("exact", () -> { i.withInvokeExactBehavior().set(at, (short) 1); return 0; });
        attempt("null", () -> (int) i.get((VarHandleModes) null));
        attempt("wrong holder", () -> (int) i.get("text"));
        attempt("missing", () -> (int) i.get());
        attempt("bounds", () -> (int) ints.getAcquire(numbers, 3));
        attempt("negative", () -> { ints.setOpaque(numbers, -1, 4); return 0; });
        attempt("store", () -> { strings.set((Object[]) new String[1], 0, (Object) 5); return 0; });
        attempt("null array", () -> (int) ints.get((int[]) null, 0));
        attempt("view bounds", () -> (int) view.get(new byte[7], 4));
        attempt("view unaligned", () -> (int) view.getVolatile(new byte[16], 1));
        attempt("view plain", () -> { byte[] x = new byte[7]; view.set(x, 3, 0x01020304); return x[3] + " " + x[6] + " " + (int) view.get(x, 2); });
        attempt("final", () -> { lookup.findVarHandle(VarHandleModes.class, "fixed", int.class).set(at, 1); return 0; });
        attempt("read only", () -> { MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN).set(ByteBuffer.allocate(8).asReadOnlyBuffer(), 0, 1); return 0; });
        attempt("static as virtual", () -> lookup.findVarHandle(VarHandleModes.class, "si", int.class));
        attempt("wrong type", () -> lookup.findVarHandle(VarHandleModes.class, "j", int.class));
        attempt("describe", () -> i.varType() + " " + ints.coordinateTypes() + " " + i.accessModeType(AccessMode.COMPARE_AND_EXCHANGE) + " " + i.hasInvokeExactBehavior());
    }
}
