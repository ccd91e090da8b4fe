import java.util.concurrent.*;

// Thread.suspend and resume: a suspended thread makes no progress, keeps its monitors, may be inspected, interrupted and stopped; suspending twice is
// suspending once; oneself, new and dead threads; while collections run.
@SuppressWarnings("removal")
public class SuspendResume {
    static volatile long ticks;
    static volatile boolean go = true;
    static byte[][] garbage = new byte[16][];

    static boolean moves() throws InterruptedException {
        long before = ticks;
        for (int i = 0; i < 20_000 && ticks == before; i++) Thread.sleep(1);
        return ticks != before;
    }
    static boolean standsStill() throws InterruptedException {
        long before = ticks;
        Thread.sleep(20);
        return ticks == before;
    }
    static void waitFor(Thread t, Thread.State state) { while (t.getState() != state) Thread.onSpinWait(); }

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread ticker = new Thread(() -> { while (go) { ticks++; garbage[(int) (ticks & 15)] = new byte[100]; } });
        ticker.start();
        System.out.println("runs " + moves());
        ticker.suspend();
        System.out.println("suspended " + standsStill() + " " + ticker.getState() + " " + ticker.isAlive());
        System.gc();
        StackTraceElement[] trace = ticker.getStackTrace();
        System.out.println("seen " + (trace.length > 0) + " " + trace[trace.length - 1].getMethodName());
        ticker.suspend();
        ticker.resume();
        System.out.println("resumed " + moves());
        for (int i = 0; i < 200; i++) { ticker.suspend(); ticker.resume(); }
        System.out.println("still runs " + moves());
        go = false;
        ticker.join();
        ticker.suspend();
        ticker.resume();
        new Thread(() -> { }).suspend();

        CountDownLatch holding = new CountDownLatch(1);
        go = true;
        Thread holder = new Thread(() -> { synchronized (lock) { holding.countDown(); while (go) ticks++; } });
        holder.start();
        holding.await();
        holder.suspend();
        Thread waiter = new Thread(() -> { synchronized (lock) { System.out.println("waiter has the lock"); } });
        waiter.start();
        waitFor(waiter, Thread.State.BLOCKED);
        Thread.sleep(10);
        System.out.println("waiter " + waiter.getState());
        go = false;
        holder.resume();
        waiter.join();

        Thread passedOver;
        synchronized (lock) {
            passedOver = new Thread(() -> { synchronized (lock) { System.out.println("passed over, then in"); } });
            passedOver.start();
            waitFor(passedOver, Thread.State.BLOCKED);
            passedOver.suspend();
            Thread second = new Thread(() -> { synchronized (lock) { System.out.println("second in line"); } });
            second.start();
            waitFor(second, Thread.State.BLOCKED);
        }
        Thread.sleep(20);
        synchronized (lock) { System.out.println("main gets it, too"); }
        passedOver.resume();
        passedOver.join();

        Thread sleeper = new Thread(() -> { try { Thread.sleep(60_000); } catch (InterruptedException e) { System.out.println("interrupted"); } });
        sleeper.start();
        waitFor(sleeper, Thread.State.TIMED_WAITING);
        sleeper.suspend();
        sleeper.interrupt();
        Thread.sleep(20);
        System.out.println("not yet");
        sleeper.resume();
        sleeper.join();

        go = true;
        Thread stopped = new Thread(() -> { try { while (go) ticks++; } catch (ThreadDeath e) { System.out.println("stopped"); } });
        stopped.start();
        System.out.println(moves());
        stopped.suspend();
        stopped.stop(); // resumes it first
        stopped.join();

        Thread self = new Thread(() -> { Thread.currentThread().suspend(); System.out.println("self again"); });
        self.start();
        Thread.sleep(30);
        System.out.println("self is suspended " + self.isAlive());
        while (self.isAlive()) { self.resume(); Thread.sleep(1); }
        self.join();

        ThreadGroup group = new ThreadGroup("group");
        go = true;
        Thread[] members = {new Thread(group, () -> { while (go) ticks++; }), new Thread(group, () -> { while (go) ticks++; })};
        for (Thread m : members) m.start();
        System.out.println("group runs " + moves());
        group.suspend();
        System.out.println("group suspended " + standsStill());
        go = false;
        group.resume();
        for (Thread m : members) m.join();
        System.out.println("done");
    }
}
