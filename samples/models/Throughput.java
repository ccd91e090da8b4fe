import java.util.concurrent.*;

/**
 * Many threads that mostly compute: after each piece of work a thread enters one of 16 monitors and counts. How much all of them together get done,
 * and how many of them get to do anything, is up to the thread model. The Solaris paper ran 400 and 2,000 threads.
 *
 *   minijvm -XX:ThreadModel=M:N Throughput.java [threads] [seconds]
 */
public class Throughput {
    private static final int MONITORS = 16;

    private static final class Counter {
        long count;
    }

    private static volatile boolean over;

    private static long piece(long x) {
        for (int i = 0; i < 500; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        return x;
    }

    public static void main(String[] args) throws Exception {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 400;
        int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 4;
        Counter[] counters = new Counter[MONITORS];
        for (int i = 0; i < MONITORS; i++) {
            counters[i] = new Counter();
        }
        boolean[] worked = new boolean[count];
        CountDownLatch go = new CountDownLatch(1);
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            int me = i;
            threads[i] = new Thread(() -> {
                try {
                    go.await();
                } catch (InterruptedException e) {
                    return;
                }
                long x = 88172645463325252L + me;
                while (!over) {
                    x = piece(x);
                    worked[me] = true;
                    Counter counter = counters[(int) (x & (MONITORS - 1))];
                    synchronized (counter) {
                        counter.count++;
                    }
                }
            });
            threads[i].start();
        }
        long begin = System.nanoTime();
        go.countDown();
        Thread.sleep(seconds * 1000L);
        over = true;
        for (Thread thread : threads) {
            thread.join();
        }
        double took = (System.nanoTime() - begin) / 1e9;
        long sum = 0;
        for (Counter counter : counters) {
            sum += counter.count;
        }
        int ran = 0;
        for (boolean each : worked) {
            ran += each ? 1 : 0;
        }
        System.out.printf("threads %d  pieces/s %.0f  ran %d%n", count, sum / took, ran);
    }
}
