import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** What threads.c calls. */
public class Attached {
    static final ThreadGroup group = new ThreadGroup("mine");
    static final Object lock = new Object();
    static final CountDownLatch lockIsTaken = new CountDownLatch(1);
    static final AtomicInteger visits = new AtomicInteger();
    static final Thread main = Thread.currentThread();
    static volatile Thread last;
    static volatile Thread sleeper;

    static native int detach();

    static void describe() {
        Thread self = Thread.currentThread();
        last = self;
        String name = self.getName().startsWith("Thread-") ? "Thread-N" : self.getName();
        System.out.println(name + " of " + self.getThreadGroup().getName() + ", daemon " + self.isDaemon() + ", priority " + self.getPriority() + ", "
            + self.getState() + ", loader " + (self.getContextClassLoader() == ClassLoader.getSystemClassLoader()) + ", frames " + self.getStackTrace().length);
    }

    static void detachInside() {
        System.out.println("detach below a Java frame: " + detach());
    }

    static void lookBack() throws InterruptedException {
        last.join();
        System.out.println(last.getState() + ", alive " + last.isAlive() + ", group " + last.getThreadGroup() + ", in its group " + group.activeCount());
    }

    static void letAnotherBlock() {
        lockIsTaken.countDown();
        while (main.getState() != Thread.State.BLOCKED) {
            Thread.yield();
        }
        System.out.println("held " + Thread.holdsLock(lock));
    }

    static void takeLock() throws InterruptedException {
        lockIsTaken.await();
        synchronized (lock) {
            System.out.println("main has the lock");
        }
    }

    static void fail() {
        throw new IllegalStateException("left behind");
    }

    static void sleepUntilInterrupted() {
        sleeper = Thread.currentThread();
        try {
            Thread.sleep(1_000_000);
        } catch (InterruptedException e) {
            System.out.println(e.getMessage());
        }
    }

    static void interruptTheSleeper() {
        while (sleeper == null || sleeper.getState() != Thread.State.TIMED_WAITING) {
            Thread.yield();
        }
        sleeper.interrupt();
    }

    static void count() {
        visits.addAndGet(new int[100].length);
    }

    static void tellCount() {
        System.out.println(visits.get() + " " + Thread.activeCount() + " " + group.activeCount());
    }
}
