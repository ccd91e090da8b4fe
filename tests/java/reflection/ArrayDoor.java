import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.Callable;

// java.lang.reflect.Array: every element type read and written as every other, what widens, what is refused and how it says so (JLS 5.1.2).
public class ArrayDoor {
    static void attempt(String what, Callable<Object> c) {
        try {
            System.out.println(what + " " + c.call());
        } catch (Throwable e) {
            System.out.println(what + " " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }
    interface Write { void to(Object array) throws Exception; }

    public static void main(String[] args) {
        Object[] arrays = {new boolean[] {true}, new byte[] {-1}, new char[] {'\uffff'}, new short[] {-2}, new int[] {-3}, new long[] {-4}, new float[] {5.5f}, new double[] {6.5}, new Object[] {"o"}, new Integer[] {7}, "no array", null};
        for (Object a : arrays) {
            String name = a == null ? "null" : a.getClass().getSimpleName();
            attempt(name + " get", () -> Array.get(a, 0) + " " + Array.get(a, 0).getClass().getSimpleName());
            attempt(name + " length", () -> Array.getLength(a));
            attempt(name + " boolean", () -> Array.getBoolean(a, 0));
            attempt(name + " byte", () -> Array.getByte(a, 0));
            attempt(name + " char", () -> (int) Array.getChar(a, 0));
            attempt(name + " short", () -> Array.getShort(a, 0));
            attempt(name + " int", () -> Array.getInt(a, 0));
            attempt(name + " long", () -> Array.getLong(a, 0));
            attempt(name + " float", () -> Array.getFloat(a, 0));
            attempt(name + " double", () -> Array.getDouble(a, 0));
            attempt(name + " low", () -> Array.get(a, -1));
            attempt(name + " high", () -> Array.getInt(a, 1));
        }
        Write[] writes = {a -> Array.setBoolean(a, 0, false), a -> Array.setByte(a, 0, (byte) 11), a -> Array.setChar(a, 0, 'c'), a -> Array.setShort(a, 0, (short) 12), a -> Array.setInt(a, 0, 13), a -> Array.setLong(a, 0, 14), a -> Array.setFloat(a, 0, 15.5f), a -> Array.setDouble(a, 0, 16.5),
            a -> Array.set(a, 0, null), a -> Array.set(a, 0, "s"), a -> Array.set(a, 0, 'x'), a -> Array.set(a, 0, (byte) 1), a -> Array.set(a, 0, 2L), a -> Array.set(a, 0, true), a -> Array.set(a, 0, 3), a -> Array.set(a, 0, 4f), a -> Array.set(a, -1, 1), a -> Array.setInt(a, 5, 1)};
        for (Object a : arrays) {
            for (int i = 0; i < writes.length; i++) {
                Write w = writes[i];
                attempt((a == null ? "null" : a.getClass().getSimpleName()) + " write " + i, () -> { w.to(a); return Array.get(a, 0); });
            }
        }
        attempt("new", () -> Array.newInstance(int.class, 3).getClass() + " " + Array.getLength(Array.newInstance(String.class, 0)));
        attempt("new multi", () -> Arrays.deepToString((Object[]) Array.newInstance(long.class, 2, 1, 0)));
        attempt("new of array", () -> Array.newInstance(int[].class, 2, 2).getClass());
        attempt("negative", () -> Array.newInstance(int.class, -1));
        attempt("negative multi", () -> Array.newInstance(int.class, 2, -7));
        attempt("negative behind zero", () -> Array.newInstance(int.class, 0, -7));
        attempt("void", () -> Array.newInstance(void.class, 1));
        attempt("void multi", () -> Array.newInstance(void.class, 1, 1));
        attempt("null class", () -> Array.newInstance(null, 1));
        attempt("no dims", () -> Array.newInstance(int.class, new int[0]));
        attempt("null dims", () -> Array.newInstance(int.class, (int[]) null));
        attempt("255 dims", () -> Array.newInstance(int.class, new int[255]).getClass().getName().length());
        attempt("256 dims", () -> Array.newInstance(int.class, new int[256]));
        attempt("too deep", () -> Array.newInstance(Array.newInstance(int.class, new int[255]).getClass(), 1));
        attempt("too deep multi", () -> Array.newInstance(Array.newInstance(int.class, new int[254]).getClass(), 1, 1));
        attempt("huge", () -> Array.newInstance(long.class, Integer.MAX_VALUE));
    }
}
