// A thousand threads that each hold a buffer of eden while others allocate: all get memory, and eden is not lost between them.
// run: -Xmx96m
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

public class ManyBuffers {
    static final int THREADS = 1000;

    public static void main(String[] args) throws Exception {
        CountDownLatch all = new CountDownLatch(THREADS);
        CountDownLatch go = new CountDownLatch(1);
        AtomicLong sum = new AtomicLong();
        Thread[] threads = new Thread[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int number = t;
            threads[t] = new Thread(() -> {
                int[] mine = new int[100];
                mine[number % 100] = number;
                all.countDown();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                for (int i = 0; i < 20; i++) {
                    int[] more = new int[200];
                    more[i] = mine[number % 100];
                    sum.addAndGet(more[i]);
                }
            });
            threads[t].start();
        }
        all.await();
        byte[] last = null;
        for (int i = 0; i < 3000; i++) {
            last = new byte[10_000];
            last[i] = 1;
        }
        System.gc();
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(last[2999] + " " + sum.get());
    }
}
