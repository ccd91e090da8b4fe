import java.util.concurrent.CountDownLatch;

// Thread states, names, ids, daemon, priority, join with time-out, interrupt flags, groups, uncaught handlers, starting twice.
public class ThreadLife {
    public static void main(String[] args) throws Exception {
        CountDownLatch ready = new CountDownLatch(1);
        Thread t = new Thread(() -> {
            try {
                ready.countDown();
                Thread.sleep(100_000);
            } catch (InterruptedException e) {
                System.out.println("woken: " + e.getMessage() + " " + Thread.currentThread().isInterrupted());
            }
        }, "sleeper");
        System.out.println(t.getState() + " " + t.isAlive() + " " + t.getName() + " " + t.isDaemon() + " " + t.getPriority() + " " + t.getThreadGroup().getName());
        t.start();
        ready.await();
        t.join(20);
        while (t.getState() != Thread.State.TIMED_WAITING) Thread.yield();
        System.out.println(t.isAlive() + " " + t.getState());
        try {
            t.start();
        } catch (IllegalThreadStateException e) {
            System.out.println("twice: " + e.getMessage());
        }
        t.interrupt();
        t.join();
        System.out.println(t.getState() + " " + t.isAlive() + " " + t.isInterrupted() + " " + t.getThreadGroup());
        Thread.currentThread().interrupt();
        System.out.println(Thread.interrupted() + " " + Thread.interrupted()); // expect: true false
        Thread.currentThread().interrupt();
        try {
            Thread.sleep(1000);
        } catch (InterruptedException e) {
            System.out.println(e.getMessage() + " " + Thread.interrupted()); // expect: sleep interrupted false
        }
        Object lock = new Object();
        Thread blocked = new Thread(() -> {
            synchronized (lock) {
                System.out.println("got it");
            }
        });
        synchronized (lock) {
            blocked.start();
            while (blocked.getState() != Thread.State.BLOCKED) Thread.yield();
            System.out.println(blocked.getState());
        }
        blocked.join();
        Thread failing = new Thread(() -> { throw new IllegalStateException("for the handler"); }, "failing");
        failing.setUncaughtExceptionHandler((thread, e) -> System.out.println(thread.getName() + " died: " + e));
        failing.start();
        failing.join();
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> System.out.println("default: " + e.getMessage()));
        failing = new Thread(() -> { throw new Error("e"); });
        failing.start();
        failing.join();
        Thread.setDefaultUncaughtExceptionHandler(null);
        failing = new Thread(() -> Integer.parseInt("not a number"), "prints-a-trace");
        failing.start();
        failing.join();
        Thread main = Thread.currentThread();
        System.out.println(main + " " + main.getId() + " " + main.isDaemon() + " " + main.getThreadGroup().getParent().getName());
        Thread daemon = new Thread(() -> {
            while (true) Thread.yield();
        });
        daemon.setDaemon(true);
        daemon.start();
        System.out.println("leaving a daemon behind");
    }
}
