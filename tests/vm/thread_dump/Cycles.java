import static java.lang.Thread.State.*;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Scripted deadlocks: three threads over monitors, two over a monitor and a lock, two over class initialization, two over join, one that joins
 * itself. Says "ready" when all of them are stuck; ends with its input.
 */
public class Cycles {
    static final CountDownLatch initializers = new CountDownLatch(2);

    static class Left {
        static { meet(initializers); Right.touch(); }
        static void touch() {}
    }

    static class Right {
        static { meet(initializers); Left.touch(); }
        static void touch() {}
    }

    static void meet(CountDownLatch met) {
        met.countDown();
        await(met);
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void join(Thread other) {
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static Thread start(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    static void chain(Object mine, Object next, CountDownLatch met) {
        synchronized (mine) {
            meet(met);
            synchronized (next) { System.out.println("impossible"); }
        }
    }

    public static void main(String[] args) throws Exception {
        Object a = new Object();
        Object b = new Object();
        Object c = new Object();
        CountDownLatch three = new CountDownLatch(3);
        Thread[] chained = {start("first of three", () -> chain(a, b, three)), start("second of three", () -> chain(b, c, three)),
            start("third of three", () -> chain(c, a, three))};

        Object monitor = new Object();
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch two = new CountDownLatch(2);
        Thread withMonitor = start("with a monitor", () -> {
            synchronized (monitor) {
                meet(two);
                lock.lock();
            }
        });
        Thread withLock = start("with a lock", () -> {
            lock.lock();
            meet(two);
            synchronized (monitor) { System.out.println("impossible"); }
        });

        Thread left = start("left", Left::touch);
        Thread right = start("right", Right::touch);

        Thread[] joiners = new Thread[2];
        CountDownLatch known = new CountDownLatch(1);
        for (int i = 0; i < 2; ++i) {
            int other = 1 - i;
            joiners[i] = start("joiner " + i, () -> { await(known); join(joiners[other]); });
        }
        known.countDown();
        Thread narcissus = start("narcissus", () -> join(Thread.currentThread()));

        ReentrantLock leaked = new ReentrantLock();
        join(start("gone", leaked::lock));
        Thread heir = start("heir", leaked::lock);
        Thread reader = start("reader", () -> LockSupport.park("a book"));
        for (Thread thread : chained) {
            Settled.await(thread, BLOCKED, "chain");
        }
        Settled.await(withMonitor, WAITING, "park", "lock");
        Settled.await(withLock, BLOCKED, "lambda");
        // In Java's view a thread that waits for a class runs. The test's script sees that it sleeps.
        await(initializers);
        Settled.await(left, RUNNABLE, "<clinit>");
        Settled.await(right, RUNNABLE, "<clinit>");
        for (Thread joiner : new Thread[] {joiners[0], joiners[1], narcissus}) {
            Settled.await(joiner, WAITING, "wait", "join");
        }
        Settled.await(heir, WAITING, "park", "lock");
        Settled.await(reader, WAITING, "park");
        System.out.println("ready");
        System.in.read();
    }
}
