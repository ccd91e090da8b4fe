import java.util.*;
import java.util.concurrent.*;

// Timers and scheduled work by order only; deadlines of LockSupport and TimeUnit conversions.
public class Timers {
    public static void main(String[] args) throws Exception {
        Timer timer = new Timer("t", true);
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch done = new CountDownLatch(3);
        timer.schedule(new TimerTask() { public void run() { log.add("second"); done.countDown(); } }, 300);
        timer.schedule(new TimerTask() { public void run() { log.add("first"); done.countDown(); } }, 5);
        TimerTask cancelled = new TimerTask() { public void run() { log.add("never"); } };
        timer.schedule(cancelled, 30_000);
        System.out.println(cancelled.cancel());
        timer.schedule(new TimerTask() {
            int n;
            public void run() {
                if (++n == 3) {
                    cancel();
                    done.countDown();
                }
            }
        }, 1, 3);
        System.out.println(done.await(20, TimeUnit.SECONDS) + " " + log);
        timer.cancel();
        try {
            timer.schedule(new TimerTask() { public void run() {} }, 1);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(TimeUnit.DAYS.toMillis(3) + " " + TimeUnit.NANOSECONDS.toSeconds(-1999999999L) + " " + TimeUnit.SECONDS.convert(Long.MAX_VALUE, TimeUnit.DAYS));
        long start = System.nanoTime();
        Thread.sleep(20);
        Thread.sleep(0, 100);
        System.out.println((System.nanoTime() - start) >= 20_000_000L);
        DelayQueue<Delayed> q = new DelayQueue<>();
        System.out.println(q.poll() + " " + new SynchronousQueue<>().offer("x") + " " + new Exchanger<String>().toString().startsWith("java"));
        Phaser ph = new Phaser(1);
        System.out.println(ph.arrive() + " " + ph.getPhase() + " " + ph.arriveAndDeregister() + " " + ph.isTerminated());
    }
}
