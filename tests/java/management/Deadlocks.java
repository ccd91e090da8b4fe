import java.lang.management.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

// findMonitorDeadlockedThreads and findDeadlockedThreads: none, over monitors, over ownable synchronizers, of both kinds.
public class Deadlocks {
    static final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    static void monitors(Object first, Object second, CyclicBarrier met) {
        synchronized (first) {
            meet(met);
            synchronized (second) {
                System.out.println("impossible");
            }
        }
    }

    static void locks(Lock first, Lock second, CyclicBarrier met) {
        first.lock();
        meet(met);
        second.lock();
    }

    static void mixed(Object monitor, Lock lock, CyclicBarrier met, boolean lockFirst) {
        if (lockFirst) {
            lock.lock();
            meet(met);
            synchronized (monitor) {
                System.out.println("impossible");
            }
        }
        synchronized (monitor) {
            meet(met);
            lock.lock();
        }
    }

    static void pair(String name, Runnable one, Runnable two) {
        for (Runnable body : List.of(one, two)) {
            Thread thread = new Thread(body, name);
            thread.setDaemon(true);
            thread.start();
        }
    }

    static List<String> names(long[] ids) {
        List<String> names = new ArrayList<>();
        for (long id : ids == null ? new long[0] : ids) {
            names.add(threads.getThreadInfo(id).getThreadName());
        }
        Collections.sort(names);
        return names;
    }

    static void await(int both, int monitorsOnly) throws Exception {
        while (names(threads.findDeadlockedThreads()).size() != both || names(threads.findMonitorDeadlockedThreads()).size() != monitorsOnly) {
            Thread.sleep(2);
        }
        System.out.println(names(threads.findDeadlockedThreads()) + " " + names(threads.findMonitorDeadlockedThreads()));
    }

    public static void main(String[] args) throws Exception {
        System.out.println(threads.findDeadlockedThreads() + " " + threads.findMonitorDeadlockedThreads());
        Object a = new Object(), b = new Object(), c = new Object();
        CyclicBarrier first = new CyclicBarrier(2), second = new CyclicBarrier(2), third = new CyclicBarrier(2);
        pair("monitors", () -> monitors(a, b, first), () -> monitors(b, a, first));
        await(2, 2);
        Lock x = new ReentrantLock(), y = new ReentrantReadWriteLock().writeLock(), z = new ReentrantLock();
        pair("locks", () -> locks(x, y, second), () -> locks(y, x, second));
        await(4, 2);
        pair("mixed", () -> mixed(c, z, third, true), () -> mixed(c, z, third, false));
        await(6, 2);
    }
}
