import java.util.function.IntUnaryOperator;
import java.util.zip.CRC32;

/** Spends its time in methods that are known. Each line that calls a method of this class names it, so a sample's line shows whether its bci is right. */
public class Hot {
    static volatile long sink;
    static final Object gate = new Object();

    public static void main(String[] args) throws Exception {
        long ms = Long.parseLong(args[0]);
        Thread[] helpers = {new Thread(() -> lockedFor(8 * ms), "locker"), new Thread(() -> nestedFor(8 * ms), "nester")};
        for (Thread helper : helpers) helper.start();
        nestedFor(ms);
        recursionFor(ms);
        copiesFor(ms);
        checksumsFor(ms);
        exceptionsFor(ms);
        allocationFor(ms);
        lockedFor(ms);
        dispatchFor(ms);
        reflectionFor(ms);
        for (Thread helper : helpers) helper.join();
        System.out.println("done " + (sink != 42));
    }

    static long end(long ms) { return System.nanoTime() + ms * 1_000_000; }
    static boolean isBefore(long end) { return System.nanoTime() < end; }

    static void nestedFor(long ms) {
        for (long end = end(ms); isBefore(end);)
            sink += outer(300);
    }
    static long outer(int n) {
        long sum = 0;
        for (int i = 0; i < n; ++i)
            sum += middle(i);
        return sum;
    }
    static long middle(int n) {
        return inner(n) + 1;
    }
    static long inner(int n) {
        long x = n;
        for (int i = 0; i < 20; ++i)
            x = x * 31 + (x >> 3);
        return x;
    }

    static void recursionFor(long ms) {
        for (long end = end(ms); isBefore(end);)
            sink += fib(12);
    }
    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static void copiesFor(long ms) {
        byte[] from = new byte[1 << 20], to = new byte[1 << 20];
        for (long end = end(ms); isBefore(end);)
            System.arraycopy(from, 0, to, 0, from.length);
    }

    static void checksumsFor(long ms) {
        CRC32 crc = new CRC32();
        byte[] bytes = new byte[1 << 20];
        for (long end = end(ms); isBefore(end);)
            crc.update(bytes, 0, bytes.length);
        sink += crc.getValue();
    }

    static void exceptionsFor(long ms) {
        for (long end = end(ms); isBefore(end);)
            catches(20);
    }
    static void catches(int depth) {
        try {
            throwsAt(depth);
        } catch (IllegalStateException e) {
            sink += e.getStackTrace().length;
        }
    }
    static void throwsAt(int depth) {
        if (depth == 0)
            throw new IllegalStateException();
        throwsAt(depth - 1);
    }

    static void allocationFor(long ms) {
        for (long end = end(ms); isBefore(end);)
            sink += allocate(200).length;
    }
    static Object[] allocate(int n) {
        Object[] all = new Object[n];
        for (int i = 0; i < n; ++i)
            all[i] = new long[i];
        return all;
    }

    static void lockedFor(long ms) {
        for (long end = end(ms); isBefore(end);)
            locked(50);
    }
    static void locked(int n) {
        for (int i = 0; i < n; ++i) {
            synchronized (gate) {
                sink += inner(i);
            }
        }
    }

    interface Shape { long area(int n); }
    static class Square implements Shape {
        public long area(int n) { return inner(n); }
    }
    static class Round implements Shape {
        public long area(int n) { return middle(n); }
    }
    static void dispatchFor(long ms) {
        Shape[] shapes = {new Square(), new Round()};
        IntUnaryOperator twice = n -> n + n;
        for (long end = end(ms); isBefore(end);) {
            for (int i = 0; i < 200; ++i)
                sink += shapes[i & 1].area(twice.applyAsInt(i));
        }
    }

    static void reflectionFor(long ms) throws Exception {
        var method = Hot.class.getDeclaredMethod("outer", int.class);
        for (long end = end(ms); isBefore(end);)
            sink += (long) method.invoke(null, 50); // outer()
    }
}
