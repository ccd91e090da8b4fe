import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Threads that wait in every way there is, two deadlocks among them. Says "ready" when all of them do; ends with its input. */
public class Stuck {
    static final Object a = new Object();
    static final Object b = new Object();
    static final ReentrantLock first = new ReentrantLock();
    static final ReentrantLock second = new ReentrantLock();

    static void nap(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static synchronized void occupy() {
        nap(1_000_000);
    }

    static void start(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
    }

    static void wait(Object on, long millis) {
        try {
            // One line: HotSpot gives a thread that blocks in monitorenter the line of the instruction behind it.
            synchronized (on) { on.wait(millis); }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void both(Object outer, Object inner, CountDownLatch met) {
        synchronized (outer) {
            meet(met);
            synchronized (inner) { System.out.println("impossible"); }
        }
    }

    static void both(ReentrantLock outer, ReentrantLock inner, CountDownLatch met) {
        outer.lock();
        meet(met);
        inner.lock();
    }

    static void meet(CountDownLatch met) {
        met.countDown();
        try {
            met.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        CountDownLatch monitors = new CountDownLatch(2);
        CountDownLatch locks = new CountDownLatch(2);
        start("monitor one", () -> both(a, b, monitors));
        start("monitor two", () -> both(b, a, monitors));
        start("behind them", () -> wait(a, 0));
        start("lock one", () -> both(first, second, locks));
        start("lock two", () -> both(second, first, locks));
        start("waiting", () -> wait(new Object(), 0));
        start("waiting a while", () -> wait(new int[3], 1_000_000));
        start("occupying", Stuck::occupy);
        nap(300);
        start("entering", Stuck::occupy);
        start("parked", LockSupport::park);
        start("parked a while", () -> LockSupport.parkNanos("a blocker", 1_000_000_000_000L));
        start("running", () -> {
            for (;;) {
                Thread.onSpinWait();
            }
        });
        nap(700);
        System.out.println("ready");
        System.in.read();
    }
}
