// Many threads share eden: each allocates a little, then waits until all have, again and again.
// All stay alive to the end, so each may hold an allocation buffer at every collection.
//
//   ManyThreads THREADS ROUNDS BYTES     each thread allocates so many bytes in each round
//
// Prints how many collections there were from the first round on, and the bytes of all rounds.
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Phaser;

public class ManyThreads {
    static final int OBJECT_BYTES = 64;  // of an array of 48 bytes with its header
    static volatile byte[] sink;

    static long collections() {
        long count = 0;
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            count += bean.getCollectionCount();
        }
        return count;
    }

    static void allocate(int bytes) {
        for (int done = 0; done < bytes; done += OBJECT_BYTES) {
            sink = new byte[OBJECT_BYTES - 16];
        }
    }

    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        int bytes = Integer.parseInt(args[2]);
        Phaser together = new Phaser(threads + 1);
        CountDownLatch ended = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            new Thread(() -> {
                for (int round = 0; round < rounds; round++) {
                    together.arriveAndAwaitAdvance();
                    allocate(bytes);
                }
                together.arriveAndAwaitAdvance();
                ended.countDown();
            }).start();
        }
        long before = collections();
        for (int round = 0; round <= rounds; round++) {
            together.arriveAndAwaitAdvance();
        }
        ended.await();
        System.out.println("collections " + (collections() - before) + " bytes " + (long) threads * rounds * bytes);
    }
}
