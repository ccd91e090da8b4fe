import java.util.concurrent.atomic.AtomicInteger;

/**
 * Thread-local data: each thread gets a serial number at its first call, and keeps it. (Section 2.2.1 of "Chip multithreading
 * efficiency" has the class with a synchronized initialValue; the atomic counter is the lock-free form that it recommends.)
 *
 *   minijvm SerialNum.java [threads]
 */
public class SerialNum {
    private static final AtomicInteger next = new AtomicInteger();
    private static final ThreadLocal<Integer> serialNum = ThreadLocal.withInitial(next::getAndIncrement);

    static int get() {
        return serialNum.get();
    }

    public static void main(String[] args) throws InterruptedException {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 8;
        boolean[] given = new boolean[count];
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            threads[i] = new Thread(() -> {
                int mine = get();
                for (int turn = 0; turn < 1000; turn++) {
                    Thread.yield();
                    if (get() != mine) {
                        throw new AssertionError("a number has changed");
                    }
                }
                given[mine] = true;  // no other thread has this number
            });
            threads[i].start();
        }
        int seen = 0;
        for (int i = 0; i < count; i++) {
            threads[i].join();
        }
        for (boolean one : given) {
            seen += one ? 1 : 0;
        }
        System.out.println(seen + " threads, " + seen + " serial numbers");
    }
}
