// Parks many threads, a few objects on the stack of each, and then makes garbage in the main thread.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

public class ParkedThreads {
    static volatile boolean over;

    static int nested(int levels, String mine, CountDownLatch parked) {
        if (levels > 0) {
            return nested(levels - 1, mine + levels, parked) + mine.length();
        }
        parked.countDown();
        while (!over) {
            LockSupport.park();
        }
        return mine.length();
    }

    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        int megabytes = Integer.parseInt(args[1]);
        Thread[] threads = new Thread[count];
        CountDownLatch parked = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            String name = "parked " + i;
            threads[i] = new Thread(null, () -> nested(10, name, parked), name, 64 << 10);
            threads[i].start();
        }
        parked.await();
        System.out.println("all parked");
        long bytes = 0;
        for (int i = 0; i < megabytes * 64; i++) {
            bytes += new byte[16 << 10].length;
        }
        over = true;
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("megabytes " + (bytes >> 20));
    }
}
