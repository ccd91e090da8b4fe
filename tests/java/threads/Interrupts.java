import java.util.concurrent.*;
import java.util.concurrent.locks.*;

// Interrupts of sleep, join, wait, park, locks and queues, of a thread not yet started and of one that has ended.
public class Interrupts {
    interface Body { void run() throws Exception; }
    static void during(String what, Body b) throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        Thread t = new Thread(() -> {
            started.countDown();
            try {
                b.run();
                System.out.println(what + " returned " + Thread.currentThread().isInterrupted());
            } catch (Exception e) {
                System.out.println(what + " " + e.getClass().getSimpleName() + " " + Thread.currentThread().isInterrupted());
            }
        });
        t.start();
        started.await();
        t.interrupt();
        t.join();
    }

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread forever = new Thread(() -> LockSupport.park());
        forever.setDaemon(true);
        during("sleep", () -> Thread.sleep(60_000));
        during("join", () -> Thread.currentThread().join());
        during("wait", () -> { synchronized (lock) { lock.wait(); } });
        during("park", () -> { while (!Thread.currentThread().isInterrupted()) LockSupport.park(); });
        during("lock", () -> { ReentrantLock l = new ReentrantLock(); Condition c = l.newCondition(); l.lockInterruptibly(); c.await(); });
        during("queue", () -> new LinkedBlockingQueue<>().take());
        during("latch", () -> new CountDownLatch(1).await());
        during("semaphore", () -> new Semaphore(0).acquire());
        during("exchange", () -> new Exchanger<String>().exchange("x"));
        during("uninterruptibly", () -> { Semaphore s = new Semaphore(1); s.acquireUninterruptibly(); while (!Thread.currentThread().isInterrupted()) Thread.onSpinWait(); });
        Thread late = new Thread(() -> System.out.println("late " + Thread.interrupted()));
        late.interrupt();
        late.start();
        late.join();
        late.interrupt();
        System.out.println(late.isInterrupted() + " " + late.getState());
        Thread.currentThread().interrupt();
        try {
            synchronized (lock) {
                lock.wait(10_000);
            }
        } catch (InterruptedException e) {
            System.out.println("at once " + Thread.interrupted());
        }
        Thread.currentThread().interrupt();
        LockSupport.park();
        System.out.println("park returns " + Thread.interrupted());
    }
}
