import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Each scene has one thread that writes, and one that reads, elements or fields by a method or a native that does it for many at once. With `with`, a lock orders the two. */
public class Ranges {
    static final Object LOCK = new Object();
    static final Object OTHER = new Object();
    static boolean with;
    static int seen;

    static int[] ints = new int[8];
    static byte[] bytes = new byte[8];
    static long[] longs = new long[8];
    static Object[] objects = new Object[8];
    static List<Object> list = new ArrayList<>(List.of("a", "b", "c"));
    static Point point = new Point();

    static class Point implements Cloneable {
        int x;
        volatile int y;

        @Override
        public Point clone() {
            try {
                return (Point) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static native void put(int[] array, int at, int value);
    static native int get(int[] array, int at);
    static native int sum(byte[] array);
    static native void raise(byte[] array);
    static native Object element(Object[] array, int at);
    static native void setElement(Object[] array, int at, Object value);
    static native int field(Point point);
    static native void setField(Point point, int value);

    interface Step {
        void run();
    }

    static void both(Step writes, Step reads) throws Exception {
        Thread writer = new Thread(() -> { synchronized (LOCK) { writes.run(); } }, "writer");
        Thread reader = new Thread(() -> { synchronized (with ? LOCK : OTHER) { reads.run(); } }, "reader");
        writer.start();
        reader.start();
        writer.join();
        reader.join();
    }

    static void run(String scene) throws Exception {
        switch (scene) {
            case "copiesFrom" -> both(() -> ints[2] = 1, () -> System.arraycopy(ints, 1, new int[3], 0, 3));
            case "copiesTo" -> both(() -> System.arraycopy(new int[3], 0, ints, 1, 3), () -> seen = ints[2]);
            case "copiesObjects" -> both(() -> System.arraycopy(new String[3], 0, objects, 1, 3), () -> seen = objects[2] == null ? 1 : 0);
            case "copiesBytes" -> both(() -> System.arraycopy(new byte[5], 0, bytes, 1, 5), () -> seen = bytes[2]);
            // Bytes 1 to 3 and byte 4 are variables of their own, whoever shares their words.
            case "neighbours" -> both(() -> System.arraycopy(new byte[3], 0, bytes, 1, 3), () -> { bytes[4] = 1; bytes[0] = 1; });
            // A thread reads a part of what another one has written as a whole.
            case "readsPart" -> { Arrays.fill(bytes, (byte) 1); both(() -> seen = bytes[1], () -> bytes[1] = 2); }
            case "readsOtherPart" -> { Arrays.fill(bytes, (byte) 1); both(() -> seen = bytes[1], () -> { bytes[0] = bytes[2] = bytes[3] = 2; }); }
            case "fillsPart" -> { Arrays.fill(bytes, (byte) 1); both(() -> seen = bytes[2], () -> Arrays.fill(bytes, (byte) 2)); }
            case "readsAll" -> both(() -> Arrays.fill(bytes, (byte) 1), () -> { for (int i = 5; i < 8; i++) seen += bytes[i]; });
            case "clones" -> both(() -> ints[2] = 1, () -> seen = ints.clone().length);
            case "clonesFields" -> both(() -> point.x = 1, () -> seen = point.clone().x);
            // A volatile field does not race.
            case "clonesVolatile" -> both(() -> point.y = 1, () -> seen = point.clone().y);
            case "fills" -> both(() -> Arrays.fill(longs, 1), () -> seen = (int) longs[2]);
            case "copiesOf" -> both(() -> longs[2] = 1, () -> seen = Arrays.copyOf(longs, 20).length);
            // Longer than an allocation buffer: the method itself does it.
            case "copiesOfMany" -> both(() -> longs[2] = 1, () -> seen = Arrays.copyOf(longs, 2_000_000).length);
            case "copiesPart" -> both(() -> ints[2] = 1, () -> seen = Arrays.copyOfRange(ints, 2, 3).length);
            case "copiesOtherPart" -> both(() -> ints[2] = 1, () -> seen = Arrays.copyOfRange(ints, 3, 8).length);
            case "equals" -> both(() -> ints[2] = 0, () -> seen = Arrays.equals(new int[8], ints) ? 1 : 0);
            case "hashes" -> both(() -> ints[2] = 1, () -> seen = Arrays.hashCode(ints));
            case "compares" -> both(() -> longs[2] = 0, () -> seen = Arrays.mismatch(new long[8], longs));
            case "lists" -> both(() -> list.set(1, "x"), () -> seen = list.toArray().length);
            case "putsRegion" -> both(() -> put(ints, 2, 1), () -> seen = ints[2]);
            case "getsRegion" -> both(() -> ints[2] = 1, () -> seen = get(ints, 2));
            case "getsElements" -> both(() -> bytes[2] = 1, () -> seen = sum(bytes));
            case "putsCritical" -> both(() -> raise(bytes), () -> seen = bytes[2]);
            case "getsObject" -> both(() -> objects[2] = "x", () -> seen = element(objects, 2) == null ? 1 : 0);
            case "putsObject" -> both(() -> setElement(objects, 2, "x"), () -> seen = objects[2] == null ? 1 : 0);
            case "getsField" -> both(() -> point.x = 1, () -> seen = field(point));
            case "putsField" -> both(() -> setField(point, 1), () -> seen = point.x);
            default -> throw new IllegalArgumentException(scene);
        }
    }

    public static void main(String[] args) throws Exception {
        System.load(args[2]);
        with = args[1].equals("with");
        run(args[0]);
        System.out.println("done");
    }
}
