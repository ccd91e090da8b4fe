import static java.lang.Thread.State.*;

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

    static Thread start(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
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
        Thread one = start("monitor one", () -> both(a, b, monitors));
        Thread two = start("monitor two", () -> both(b, a, monitors));
        Settled.await(one, BLOCKED, "both");
        Settled.await(two, BLOCKED, "both");
        Settled.await(start("behind them", () -> wait(a, 0)), BLOCKED, "wait");
        one = start("lock one", () -> both(first, second, locks));
        two = start("lock two", () -> both(second, first, locks));
        Settled.await(one, WAITING, "park", "lock");
        Settled.await(two, WAITING, "park", "lock");
        Settled.await(start("waiting", () -> wait(new Object(), 0)), WAITING, "wait");
        Settled.await(start("waiting a while", () -> wait(new int[3], 1_000_000)), TIMED_WAITING, "wait");
        Settled.await(start("occupying", Stuck::occupy), TIMED_WAITING, "sleep");
        Settled.await(start("entering", Stuck::occupy), BLOCKED, "occupy");
        Settled.await(start("parked", LockSupport::park), WAITING, "park");
        Thread parked = start("parked a while", () -> LockSupport.parkNanos("a blocker", 1_000_000_000_000L));
        Settled.await(parked, TIMED_WAITING, "park");
        Thread running = start("running", () -> {
            for (;;) {
                Thread.onSpinWait();
            }
        });
        Settled.await(running, RUNNABLE, "", "lambda");
        Settled.await(Settled.named("Finalizer"), WAITING, "wait");
        Settled.await(Settled.named("Common-Cleaner"), TIMED_WAITING, "wait");
        System.out.println("ready");
        System.in.read();
    }
}
