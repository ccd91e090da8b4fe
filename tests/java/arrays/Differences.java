import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

// run: --add-opens java.base/jdk.internal.util=ALL-UNNAMED -Xmx64m
// Where two arrays differ first: arrays of each primitive type, ranges of them, buffers on and off the heap, long arrays; and the function
// behind all of them, with each size of elements and rest.
public class Differences {
    static final Class<?>[] TYPES = {boolean.class, byte.class, char.class, short.class, int.class, float.class, long.class, double.class};

    static long mismatch(Object x, int from, int to, Object y, int start, int end) throws Exception {
        Method method = Arrays.class.getMethod("mismatch", x.getClass(), int.class, int.class, x.getClass(), int.class, int.class);
        Method compare = Arrays.class.getMethod("compare", x.getClass(), int.class, int.class, x.getClass(), int.class, int.class);
        Method equal = Arrays.class.getMethod("equals", x.getClass(), x.getClass());
        return (int) method.invoke(null, x, from, to, y, start, end) * 4L + Integer.signum((int) compare.invoke(null, x, from, to, y, start, end)) + ((boolean) equal.invoke(null, x, y) ? 1000 : 0);
    }

    static Object filled(Class<?> type, int length, Random random) {
        Object array = Array.newInstance(type, length);
        for (int i = 0; i < length; i++) {
            int value = random.nextInt(2);
            if (type == boolean.class) Array.setBoolean(array, i, value == 0);
            else if (type == char.class) Array.setChar(array, i, (char) value);
            else Array.setByte(array, i, (byte) value);
        }
        return array;
    }

    static Object changed(Object array, Random random) {
        int length = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().componentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        if (length > 0 && random.nextInt(4) != 0) {
            int at = random.nextInt(length);
            Array.set(copy, at, Array.get(filled(array.getClass().componentType(), 1, random), 0));
        }
        return copy;
    }

    public static void main(String[] args) throws Exception {
        Method words = Class.forName("jdk.internal.util.ArraysSupport").getDeclaredMethod("vectorizedMismatch", Object.class, long.class, Object.class, long.class, int.class, int.class);
        words.setAccessible(true);
        Random random = new Random(3);
        for (Class<?> type : TYPES) {
            long hash = 0;
            for (int round = 0; round < 400; round++) {
                Object x = filled(type, random.nextInt(60), random);
                Object y = changed(x, random);
                int from = random.nextInt(Array.getLength(x) + 1);
                int to = from + random.nextInt(Array.getLength(x) - from + 1);
                int start = random.nextInt(3) == 0 ? random.nextInt(Array.getLength(x) - (to - from) + 1) : from;
                hash = hash * 31 + mismatch(x, from, to, y, start, start + to - from);
            }
            System.out.println(type + " " + hash);
        }
        Object[] pairs = {new byte[70], new byte[70], new short[70], new short[70], new int[70], new int[70], new double[70], new double[70], new byte[1200000], new byte[1200000]};
        for (int scale = 0; scale < 4; scale++) {
            Object x = pairs[2 * scale];
            Object y = pairs[2 * scale + 1];
            StringBuilder line = new StringBuilder("scale " + scale);
            for (int length = -3; length < 20; length++) {
                line.append(" ").append(words.invoke(null, x, 16L, y, 16L + (8 << scale), length, scale));
                Array.set(y, 11, Array.get(filled(y.getClass().componentType(), 1, new Random(5)), 0));
                line.append("/").append(words.invoke(null, x, 16L + (1 << scale), y, 16L, length, scale));
                line.append("/").append(words.invoke(null, x, 16L, x, 16L, length, scale));
            }
            System.out.println(line);
        }
        byte[] p = (byte[]) pairs[8];
        byte[] q = (byte[]) pairs[9];
        for (int at : new int[] {1199999, 1048577, 1048576, 1048575, 8, 7}) {
            q[at] = 1;
            System.out.println(at + " " + Arrays.mismatch(p, q) + " " + Arrays.mismatch(p, 0, 1048576, q, 0, 1048576) + " " + Arrays.compare(p, q) + " " + Arrays.equals(p, 3, 1200000, q, 3, 1200000));
        }
        ByteBuffer heap = ByteBuffer.wrap(q, 0, 300);
        ByteBuffer direct = ByteBuffer.allocateDirect(300).put(q, 0, 300).flip();
        System.out.println(heap.mismatch(direct) + " " + heap.equals(direct) + " " + heap.put(250, (byte) 9).mismatch(direct) + " " + direct.slice(200, 100).compareTo(heap.slice(200, 100)) + " " + heap.slice(8, 17).mismatch(heap.slice(9, 17)));
    }
}
