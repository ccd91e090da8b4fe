import java.util.concurrent.*;
import java.util.concurrent.locks.LockSupport;

// Thread.stop of threads that run, sleep, wait, park, catch it, have not started or have ended; of oneself; monitors
// are given back on the way (JVMS 2.10, asynchronous exceptions).
@SuppressWarnings("removal")
public class StopThread {
    interface Body { void run() throws Throwable; }
    static volatile int counter;
    static volatile int rounds, caught;

    static Thread start(String what, Body b) throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        Thread t = new Thread(() -> {
            try {
                started.countDown();
                b.run();
                System.out.println(what + " returned");
            } catch (Throwable e) {
                System.out.println(what + " got " + e);
            }
        });
        t.start();
        started.await();
        return t;
    }
    static void waitFor(Thread t, Thread.State state) { while (t.getState() != state) Thread.onSpinWait(); }
    static void stop(String what, Thread.State state, Body b) throws Exception {
        Thread t = start(what, b);
        waitFor(t, state);
        t.stop();
        t.join();
        System.out.println(what + " is alive: " + t.isAlive() + " " + t.getState());
    }
    static synchronized void locked() { counter++; while (true) counter++; }
    static void deep(int n) { if (n > 0) { deep(n - 1); } else { while (true) counter++; } }

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        stop("loop", Thread.State.RUNNABLE, () -> { while (true) counter++; });
        stop("calls", Thread.State.RUNNABLE, () -> { while (true) counter = Integer.toString(counter).length(); });
        stop("deep", Thread.State.RUNNABLE, () -> deep(200));
        stop("sleep", Thread.State.TIMED_WAITING, () -> Thread.sleep(60_000));
        stop("wait", Thread.State.WAITING, () -> { synchronized (lock) { lock.wait(); } });
        stop("park", Thread.State.WAITING, () -> LockSupport.park());
        stop("join", Thread.State.WAITING, () -> Thread.currentThread().join());
        stop("synchronized method", Thread.State.RUNNABLE, () -> locked());
        synchronized (StopThread.class) { System.out.println("the class's monitor is free"); }
        stop("synchronized block", Thread.State.RUNNABLE, () -> { synchronized (lock) { while (true) counter++; } });
        synchronized (lock) { System.out.println("the lock is free"); }
        Thread survivor = start("survivor", () -> {
            for (int i = 0; i < 2; i++) {
                try {
                    rounds = i + 1;
                    while (true) counter++;
                } catch (ThreadDeath e) {
                    System.out.println("caught " + e + " " + e.getMessage() + " " + Thread.interrupted());
                    caught = i + 1;
                }
            }
        });
        for (int i = 0; i < 2; i++) {
            while (rounds != i + 1) Thread.onSpinWait();
            survivor.stop();
            while (caught != i + 1) Thread.onSpinWait();
        }
        survivor.join();
        Thread late = new Thread(() -> System.out.println("never printed"));
        late.stop();
        late.start();
        late.join();
        System.out.println("late " + late.getState());
        late.stop();
        Thread own = start("self", () -> { try { Thread.currentThread().stop(); System.out.println("not reached"); } finally { System.out.println("self interrupted: " + Thread.currentThread().isInterrupted()); } });
        own.join();
        Thread unhandled = new Thread(() -> { while (true) counter++; });
        unhandled.setUncaughtExceptionHandler((t, e) -> System.out.println("handler saw " + e));
        unhandled.start();
        while (unhandled.getState() != Thread.State.RUNNABLE) Thread.onSpinWait();
        unhandled.stop();
        unhandled.join();
        Thread silent = new Thread(() -> { while (true) counter++; });
        silent.start();
        silent.stop();
        silent.join(); // ThreadDeath ends a thread without a word
        ThreadGroup group = new ThreadGroup("group");
        Thread[] members = new Thread[3];
        for (int i = 0; i < members.length; i++) (members[i] = new Thread(group, () -> { while (true) counter++; })).start();
        group.stop();
        for (Thread m : members) m.join();
        System.out.println("group empty: " + group.activeCount());
    }
}
