import java.util.concurrent.*;

/**
 * Who gets the processors: threads that only compute, all for the same time, and how far the one with the least work stays behind the one with
 * the most. The Solaris paper saw 29 % with the many-to-many library and 8 % with the "alternate", one-to-one one.
 *
 *   minijvm -XX:ThreadModel=M:N -XX:LWPs=2 Fairness.java [threads] [seconds]
 */
public class Fairness {
    private static volatile boolean stop;

    public static void main(String[] args) throws Exception {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2 * Runtime.getRuntime().availableProcessors();
        int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 4;
        long[][] work = new long[threads][16];  // a cache line or more each
        Thread[] workers = new Thread[threads];
        CountDownLatch ready = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            long[] mine = work[i];
            workers[i] = new Thread(() -> {
                ready.countDown();
                while (!stop) {
                    mine[0]++;
                }
            });
            workers[i].start();
        }
        ready.await();
        Thread.sleep(seconds * 1000L);
        stop = true;
        long least = Long.MAX_VALUE;
        long most = 0;
        long sum = 0;
        for (int i = 0; i < threads; i++) {
            workers[i].join();
            least = Math.min(least, work[i][0]);
            most = Math.max(most, work[i][0]);
            sum += work[i][0];
        }
        System.out.printf("threads %d  total %d M  spread %.1f %%%n", threads, sum / 1_000_000, 100.0 * (most - least) / most);
    }
}
