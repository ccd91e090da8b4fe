import java.lang.management.*;
import java.util.*;

// CPU time and allocated bytes of threads, thread counts and their peak.
public class ThreadTimes {
    static Object sink;

    static void check(String what, boolean good) {
        System.out.println(what + (good ? " good" : " BAD"));
    }

    static void burn() {
        long end = System.nanoTime() + 30_000_000;
        while (System.nanoTime() < end) {
            sink = new int[10];
        }
    }

    public static void main(String[] args) throws Exception {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        System.out.println(threads.isThreadCpuTimeSupported() + " " + threads.isCurrentThreadCpuTimeSupported() + " " + threads.isThreadCpuTimeEnabled() + " " + threads.isThreadAllocatedMemorySupported() + " " + threads.isThreadAllocatedMemoryEnabled() + " " + threads.isThreadContentionMonitoringSupported() + " " + threads.isObjectMonitorUsageSupported() + " " + threads.isSynchronizerUsageSupported());
        long id = Thread.currentThread().getId();
        long cpu = threads.getCurrentThreadCpuTime();
        long user = threads.getCurrentThreadUserTime();
        burn();
        check("cpu", threads.getCurrentThreadCpuTime() > cpu && threads.getThreadCpuTime(id) > cpu && threads.getCurrentThreadUserTime() >= user && user >= 0);
        long bytes = threads.getThreadAllocatedBytes(id);
        sink = new byte[1_000_000];
        long more = threads.getThreadAllocatedBytes(id);
        check("bytes", more - bytes >= 1_000_000 && more - bytes < 3_000_000 && threads.getCurrentThreadAllocatedBytes() >= more);
        long[] both = threads.getThreadCpuTime(new long[] {id, 1_000_000});
        check("array", both[0] > 0 && both[1] == -1 && threads.getThreadAllocatedBytes(new long[] {id, 1_000_000})[1] == -1);

        Thread other = new Thread(() -> {
            burn();
            synchronized (ThreadTimes.class) {
                ThreadTimes.class.notify();
            }
            try {
                Thread.sleep(100_000);
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        int live = threads.getThreadCount();
        long started = threads.getTotalStartedThreadCount();
        synchronized (ThreadTimes.class) {
            other.start();
            ThreadTimes.class.wait();
        }
        check("counts", threads.getThreadCount() == live + 1 && threads.getTotalStartedThreadCount() == started + 1 && threads.getPeakThreadCount() >= live + 1 && threads.getDaemonThreadCount() < threads.getThreadCount());
        check("ids", Arrays.stream(threads.getAllThreadIds()).filter(each -> each == other.getId() || each == id).count() == 2);
        check("other", threads.getThreadCpuTime(other.getId()) > 0 && threads.getThreadUserTime(other.getId()) >= 0 && threads.getThreadAllocatedBytes(other.getId()) > 0);
        other.interrupt();
        other.join();
        check("gone", threads.getThreadCpuTime(other.getId()) == -1 && threads.getThreadAllocatedBytes(other.getId()) == -1);
        while (threads.getThreadCount() != live) {
            Thread.sleep(1);
        }
        threads.resetPeakThreadCount();
        check("peak", threads.getPeakThreadCount() == live);
        threads.setThreadCpuTimeEnabled(false);
        System.out.println(threads.isThreadCpuTimeEnabled() + " " + threads.getThreadCpuTime(id));
        threads.setThreadAllocatedMemoryEnabled(false);
        System.out.println(threads.getThreadAllocatedBytes(id));
    }
}
