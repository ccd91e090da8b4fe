import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

// Byte arrays and byte buffers seen as every wider type, in both byte orders, at each offset: which modes an alignment allows, what lies in the
// bytes afterwards, bounds, read-only buffers.
public class VarHandleViews {
    static final Class<?>[] VIEWS = {short[].class, char[].class, int[].class, long[].class, float[].class, double[].class};

    static Object value(Class<?> view, long bits) {
        Class<?> c = view.getComponentType();
        return c == short.class ? (Object) (short) bits : c == char.class ? (Object) (char) bits : c == int.class ? (Object) (int) bits : c == long.class ? (Object) bits : c == float.class ? (Object) Float.intBitsToFloat((int) bits & 0x7f7fffff) : (Object) Double.longBitsToDouble(bits & 0x7fefffffffffffffL);
    }

    static String show(Object o) { return o instanceof Character ? "c" + (int) (Character) o : o instanceof Float ? "f" + Integer.toHexString(Float.floatToRawIntBits((Float) o)) : o instanceof Double ? "d" + Long.toHexString(Double.doubleToRawLongBits((Double) o)) : o instanceof Number ? Long.toHexString(((Number) o).longValue()) : String.valueOf(o); }

    /** Every mode at each offset; what each leaves is part of the checksum. */
    static void run(String what, VarHandle v, Object target, byte[] bytes, Class<?> view) {
        for (int at : new int[] {0, 1, 4, 8, 9, 24, 25, -1}) {
            StringBuilder line = new StringBuilder(what + " " + at + ":");
            for (AccessMode mode : AccessMode.values()) {
                if (!v.isAccessModeSupported(mode)) continue;
                for (int k = 0; k < bytes.length; k++) bytes[k] = (byte) (k * 37 + 11);
                int values = v.accessModeType(mode).parameterCount() - 2;
                Object[] arguments = new Object[2 + values];
                arguments[0] = target;
                arguments[1] = at;
                try {
                    if (values == 2) arguments[2] = v.toMethodHandle(AccessMode.GET).invokeWithArguments(target, at);
                    if (values >= 1) arguments[1 + values] = value(view, 0x1122334455667788L);
                    line.append(' ').append(show(v.toMethodHandle(mode).invokeWithArguments(arguments))).append('/').append(Integer.toHexString(Arrays.hashCode(bytes) & 0xffff));
                } catch (Throwable t) {
                    line.append(' ').append(t.getClass().getSimpleName().replaceAll("[a-z]", ""));
                }
            }
            System.out.println(line);
        }
    }

    interface Action { Object run() throws Throwable; }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (Throwable t) {
            System.out.println(what + ": " + t);
        }
    }

    public static void main(String[] args) {
        for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
            for (Class<?> view : VIEWS) {
                byte[] bytes = new byte[32];
                run(view.getSimpleName() + " " + order, MethodHandles.byteArrayViewVarHandle(view, order), bytes, bytes, view);
                byte[] backing = new byte[32];
                run(view.getSimpleName() + " heap " + order, MethodHandles.byteBufferViewVarHandle(view, order), ByteBuffer.wrap(backing), backing, view);
            }
        }
        VarHandle ints = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN), longs = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN), array = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        ByteBuffer direct = ByteBuffer.allocateDirect(32), readOnly = direct.asReadOnlyBuffer(), slice = direct.position(4).slice();
        attempt("direct", () -> { ints.set(direct, 0, 0x01020304); return direct.get(0) + " " + (int) ints.getVolatile(direct, 0) + " " + (int) ints.getAndAdd(direct, 0, 1) + " " + direct.get(3); });
        attempt("direct cas", () -> longs.compareAndSet(direct, 8, 0L, -1L) + " " + (long) longs.compareAndExchange(direct, 8, -1L, 5L) + " " + (long) longs.get(direct, 8));
        attempt("direct unaligned", () -> (int) ints.getAndSet(direct, 1, 1));
        attempt("direct plain unaligned", () -> { ints.set(direct, 17, -2); return (int) ints.get(direct, 17) + " " + direct.get(20); });
        attempt("slice", () -> { ints.setVolatile(slice, 0, 77); return direct.getInt(4); });
        attempt("slice bounds", () -> (int) ints.get(slice, 25));
        attempt("limit", () -> { direct.limit(6); return (int) ints.get(direct, 4); });
        attempt("read only get", () -> (int) ints.get(readOnly, 0));
        attempt("read only set", () -> { ints.set(readOnly, 0, 1); return "set"; });
        attempt("read only cas", () -> ints.compareAndSet(readOnly, 0, 1, 1));
        attempt("heap read only", () -> ints.getAndAdd(ByteBuffer.allocate(8).asReadOnlyBuffer(), 0, 1));
        attempt("null buffer", () -> (int) ints.get((ByteBuffer) null, 0));
        attempt("wrong target", () -> (int) array.get(ByteBuffer.allocate(8), 0));
        attempt("bounds", () -> (int) array.get(new byte[8], 5));
        attempt("bounds of empty", () -> (int) array.get(new byte[3], 0));
        attempt("aligned cas", () -> array.compareAndSet(new byte[16], 4, 0, 1));
        attempt("misaligned cas", () -> array.compareAndSet(new byte[16], 6, 0, 1));
        attempt("wide index", () -> (int) array.get(new byte[16], 4L));
        attempt("no byte view", () -> MethodHandles.byteArrayViewVarHandle(byte[].class, ByteOrder.BIG_ENDIAN));
        attempt("no boolean view", () -> MethodHandles.byteBufferViewVarHandle(boolean[].class, ByteOrder.BIG_ENDIAN));
        attempt("no object view", () -> MethodHandles.byteArrayViewVarHandle(String[].class, ByteOrder.BIG_ENDIAN));
        attempt("not an array", () -> MethodHandles.arrayElementVarHandle(String.class));
        attempt("types", () -> array.varType() + " " + array.coordinateTypes() + " " + ints.coordinateTypes() + " " + array.accessModeType(AccessMode.GET_AND_ADD) + " " + MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN).isAccessModeSupported(AccessMode.GET_VOLATILE));
    }
}
