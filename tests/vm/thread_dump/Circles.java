import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Scripted deadlocks: three threads over monitors, two over a monitor and a lock, two over class initialization, two over join, one that joins
 * itself. Says "ready" when all of them are stuck; ends with its input.
 */
public class Circles {
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
        start("first of three", () -> chain(a, b, three));
        start("second of three", () -> chain(b, c, three));
        start("third of three", () -> chain(c, a, three));

        Object monitor = new Object();
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch two = new CountDownLatch(2);
        start("with a monitor", () -> {
            synchronized (monitor) {
                meet(two);
                lock.lock();
            }
        });
        start("with a lock", () -> {
            lock.lock();
            meet(two);
            synchronized (monitor) { System.out.println("impossible"); }
        });

        start("left", Left::touch);
        start("right", Right::touch);

        Thread[] joiners = new Thread[2];
        CountDownLatch known = new CountDownLatch(1);
        for (int i = 0; i < 2; ++i) {
            int other = 1 - i;
            joiners[i] = start("joiner " + i, () -> { await(known); join(joiners[other]); });
        }
        known.countDown();
        start("narcissus", () -> join(Thread.currentThread()));

        ReentrantLock leaked = new ReentrantLock();
        join(start("gone", leaked::lock));
        start("heir", leaked::lock);
        start("reader", () -> LockSupport.park("a book"));
        Thread.sleep(1000);
        System.out.println("ready");
        System.in.read();
    }
}
