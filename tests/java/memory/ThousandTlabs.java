// A thousand threads, each with a TLAB of its own that it has begun, while others collect: what each has made stays whole, and none of them
// holds so much of eden that the heap is too small for all.
// run: -Xmx64m
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public class ThousandTlabs {
    static final int THREADS = 1_000;

    static int wrong(int[][] made, int number) {
        int wrong = 0;
        for (int i = 0; i < made.length; i++) {
            wrong += made[i][0] == number && made[i][1] == i ? 0 : 1;
        }
        return wrong;
    }

    public static void main(String[] args) throws Exception {
        CountDownLatch begun = new CountDownLatch(THREADS);
        CountDownLatch collected = new CountDownLatch(1);
        AtomicInteger wrong = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger();
        Thread[] all = new Thread[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int number = t;
            all[t] = new Thread(() -> {
                try {
                    int[][] made = new int[24][];
                    for (int i = 0; i < made.length; i++) {
                        made[i] = new int[] {number, i};
                        if (i == made.length / 2) {
                            begun.countDown();
                            collected.await();
                        }
                        for (int garbage = 0; garbage < 2; garbage++) {
                            failed.addAndGet(new byte[30].length - 30);
                        }
                    }
                    wrong.addAndGet(wrong(made, number));
                } catch (InterruptedException | OutOfMemoryError e) {
                    failed.incrementAndGet();
                }
            });
            all[t].start();
        }
        begun.await();
        System.gc();
        byte[][] garbage = new byte[200][];
        for (int i = 0; i < 4_000; i++) {
            garbage[i % garbage.length] = new byte[25_000];
        }
        collected.countDown();
        for (Thread thread : all) {
            thread.join();
        }
        System.out.println("wrong " + wrong + " failed " + failed);
    }
}
