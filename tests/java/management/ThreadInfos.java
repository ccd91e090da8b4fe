import java.lang.management.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

// ThreadInfo of threads in every state: what they wait for and who has it, locked monitors with their frames, owned synchronizers, counts.
public class ThreadInfos {
    static final Object monitor = new Object();
    static final ReentrantLock lock = new ReentrantLock();
    static final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    static Thread start(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    static void until(Thread thread, Thread.State state) throws Exception {
        while (thread.getState() != state) {
            Thread.sleep(1);
        }
    }

    static String bare(Object name) {
        return String.valueOf(name).replaceAll("@[0-9a-f]+", "");
    }

    static void show(Thread thread) {
        ThreadInfo info = threads.getThreadInfo(new long[] {thread.getId()}, true, true)[0];
        System.out.println(info.getThreadName() + " " + info.getThreadState() + " " + bare(info.getLockName()) + " " + info.getLockOwnerName() + " " + (info.getLockOwnerId() > 0) + " " + info.isDaemon() + " " + info.getPriority() + " " + info.isSuspended());
        for (StackTraceElement frame : info.getStackTrace()) {
            if (frame.getClassName().startsWith("ThreadInfos") && !frame.getMethodName().contains("lambda") && !frame.getClassName().contains("$$")) {
                System.out.println("  at " + frame.getMethodName());
            }
        }
        for (MonitorInfo held : info.getLockedMonitors()) {
            System.out.println("  locked " + bare(held) + " in " + held.getLockedStackFrame().getMethodName() + " " + held.getLockedStackFrame().equals(info.getStackTrace()[held.getLockedStackDepth()]));
        }
        for (LockInfo owned : info.getLockedSynchronizers()) {
            System.out.println("  owns " + bare(owned));
        }
    }

    static void holder(CountDownLatch held, CountDownLatch release) {
        lock.lock();
        synchronized (monitor) {
            synchronized (ThreadInfos.class) {
                held.countDown();
                await(release);
            }
        }
        lock.unlock();
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void enter() {
        synchronized (monitor) {
            System.out.println("entered");
        }
    }

    static void waiter(long millis) {
        Object own = new Object();
        synchronized (own) {
            try {
                own.wait(millis);
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        }
    }

    public static void main(String[] args) throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Thread holder = start("holder", () -> holder(held, release));
        held.await();
        until(holder, Thread.State.WAITING);
        show(holder);
        Thread blocked = start("blocked", ThreadInfos::enter);
        until(blocked, Thread.State.BLOCKED);
        show(blocked);
        Thread locker = start("locker", lock::lock);
        until(locker, Thread.State.WAITING);
        show(locker);
        Thread waiting = start("waiting", () -> waiter(0));
        until(waiting, Thread.State.WAITING);
        show(waiting);
        Thread timed = start("timed", () -> waiter(100_000));
        until(timed, Thread.State.TIMED_WAITING);
        show(timed);
        Thread parked = start("parked", () -> LockSupport.parkNanos("a blocker", Long.MAX_VALUE));
        until(parked, Thread.State.TIMED_WAITING);
        show(parked);

        ThreadInfo plain = threads.getThreadInfo(blocked.getId());
        System.out.println(plain.getStackTrace().length + " " + (plain.getBlockedCount() >= 1) + " " + plain.getBlockedTime() + " " + plain.getWaitedTime());
        System.out.println(threads.getThreadInfo(holder.getId(), 1).getStackTrace().length);
        Set<String> names = new TreeSet<>();
        for (ThreadInfo info : threads.dumpAllThreads(true, true)) {
            names.add(info.getThreadName());
        }
        System.out.println(names.containsAll(List.of("main", "holder", "blocked", "locker", "waiting", "timed", "parked")));
        Thread dead = start("dead", () -> {});
        dead.join();
        System.out.println(threads.getThreadInfo(dead.getId()) + " " + Arrays.toString(threads.getThreadInfo(new long[] {dead.getId(), Long.MAX_VALUE})));
        for (long bad : new long[] {0, -5}) {
            try {
                threads.getThreadInfo(bad);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }

        threads.setThreadContentionMonitoringEnabled(true);
        System.out.println(threads.isThreadContentionMonitoringEnabled() + " " + threads.getThreadInfo(Thread.currentThread().getId()).getBlockedTime());
        CountDownLatch over = new CountDownLatch(1);
        Thread napper = start("napper", () -> {
            waiter(20);
            await(over);
        });
        until(napper, Thread.State.WAITING);
        ThreadInfo napped = threads.getThreadInfo(napper.getId());
        System.out.println((napped.getWaitedCount() >= 2) + " " + (napped.getWaitedTime() >= 19));
        over.countDown();
        waiting.interrupt();
        waiting.join();
        release.countDown();
        blocked.join();
    }
}
