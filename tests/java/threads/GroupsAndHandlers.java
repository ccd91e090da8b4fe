import java.util.*;
import java.util.concurrent.*;

// Thread groups and the ends of threads: priorities and limits, names, daemons, enumeration, destruction, uncaught exceptions on their way through handlers and groups,
// join with and without time, traces of all threads, what a thread says of itself.
@SuppressWarnings("removal")
public class GroupsAndHandlers {
    static void attempt(String what, Callable<Object> c) {
        try {
            System.out.println(what + " -> " + c.call());
        } catch (Throwable e) {
            System.out.println(what + " -> " + e);
        }
    }
    static void runToEnd(Thread t) throws InterruptedException { t.start(); t.join(); }

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        ThreadGroup root = main.getThreadGroup().getParent();
        System.out.println(main + " " + main.getThreadGroup() + " " + root + " " + root.getParent() + " " + main.getId() + " " + main.getPriority() + main.isDaemon() + " " + main.getContextClassLoader().getClass().getSimpleName());
        TreeSet<String> names = new TreeSet<>();
        Thread[] found = new Thread[50];
        for (int i = root.enumerate(found, true); i-- > 0; ) if (!found[i].getName().equals("Notification Thread")) names.add(found[i].getName() + found[i].isDaemon() + found[i].getPriority());
        System.out.println(names);
        ThreadGroup outer = new ThreadGroup("outer") { @Override public void uncaughtException(Thread t, Throwable e) { System.out.println("outer saw " + t.getName() + " " + e); } };
        ThreadGroup inner = new ThreadGroup(outer, "inner");
        outer.setMaxPriority(4);
        System.out.println(inner.getMaxPriority() + " " + outer.parentOf(inner) + inner.parentOf(outer) + " " + outer.activeGroupCount() + " " + inner);
        Thread limited = new Thread(inner, () -> { throw new IllegalStateException("in limited"); }, "limited");
        limited.setPriority(9);
        System.out.println(limited.getPriority() + " " + limited.getThreadGroup().getName() + " " + limited.getState() + " " + limited.isAlive() + " " + outer.activeCount());
        runToEnd(limited);
        System.out.println(limited.getThreadGroup() + " " + limited.getState() + " " + limited);
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println("default saw " + t.getName() + " " + e));
        runToEnd(new Thread(() -> { throw new Error("to the default"); }, "plain"));
        Thread own = new Thread(() -> { throw new Error("to its own"); }, "own");
        own.setUncaughtExceptionHandler((t, e) -> { System.out.println("own handler saw " + e); throw new IllegalStateException("handlers may throw: ignored"); });
        runToEnd(own);
        Thread.setDefaultUncaughtExceptionHandler(null);
        runToEnd(new Thread(() -> { throw new ThreadDeath(); }, "silent"));
        attempt("max priority too high", () -> { outer.setMaxPriority(11); return outer.getMaxPriority(); });
        attempt("priority too high", () -> { new Thread().setPriority(11); return 0; });
        attempt("priority too low", () -> { new Thread().setPriority(0); return 0; });
        attempt("null name", () -> new Thread((String) null));
        attempt("null group", () -> new Thread((ThreadGroup) null, "x").getThreadGroup().getName());
        attempt("started twice", () -> { Thread t = new Thread(() -> { }); t.start(); t.start(); return 0; });
        attempt("started when ended", () -> { limited.start(); return 0; });
        attempt("daemon while alive", () -> { main.setDaemon(true); return 0; });
        attempt("join, negative", () -> { limited.join(-1); return 0; });
        attempt("sleep, negative", () -> { Thread.sleep(-1); return 0; });
        attempt("sleep, nanos", () -> { Thread.sleep(0, 1_000_000); return 0; });
        attempt("interrupted join", () -> { Thread.currentThread().interrupt(); new Thread(() -> { }).join(); Thread forever = new Thread(() -> { try { Thread.sleep(100_000); } catch (InterruptedException e) { } }); forever.start(); try { forever.join(); } finally { forever.interrupt(); } return 0; });
        attempt("timed join", () -> { CountDownLatch end = new CountDownLatch(1); Thread t = new Thread(() -> { try { end.await(); } catch (InterruptedException e) { } }); t.start(); t.join(5); boolean alive = t.isAlive(); end.countDown(); t.join(); return alive + " " + t.isAlive(); });
        attempt("destroy", () -> { ThreadGroup g = new ThreadGroup("dying"); g.setDaemon(true); g.destroy(); return g.isDestroyed() + " " + g.isDaemon(); });
        attempt("destroy twice", () -> { ThreadGroup g = new ThreadGroup("dying"); g.destroy(); g.destroy(); return 0; });
        attempt("thread in a destroyed group", () -> { ThreadGroup g = new ThreadGroup("gone"); g.destroy(); Thread t = new Thread(g, () -> System.out.println("ran in a destroyed group")); t.start(); t.join(); return g.isDestroyed(); });
        CountDownLatch waiting = new CountDownLatch(1), end = new CountDownLatch(1);
        Thread parked = new Thread(outer, () -> { waiting.countDown(); try { end.await(); } catch (InterruptedException e) { } }, "parked");
        parked.start();
        waiting.await();
        while (parked.getState() != Thread.State.WAITING) Thread.onSpinWait();
        Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
        StackTraceElement[] trace = parked.getStackTrace();
        System.out.println(all.containsKey(main) + " " + all.containsKey(limited) + " " + trace[0] + " " + trace[trace.length - 1].getMethodName() + " " + all.get(parked).length + " " + limited.getStackTrace().length + " " + new Thread().getStackTrace().length);
        outer.list();
        System.out.println(outer.activeCount() + " " + Arrays.stream(new Thread[] {parked}).map(Thread::toString).toList());
        end.countDown();
        parked.join();
        System.out.println(new Thread("a name").getName() + " " + new Thread(outer, "b").getPriority() + " " + new Thread(null, null, "with stack", 1 << 16).getName() + " " + Thread.holdsLock(outer));
        attempt("holdsLock of null", () -> Thread.holdsLock(null));
        runToEnd(new Thread(outer, () -> { throw new StackOverflowError("last"); }, "last"));
    }
}
