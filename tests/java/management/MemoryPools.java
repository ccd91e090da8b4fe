import com.sun.management.*;
import java.lang.management.*;
import java.lang.management.GarbageCollectorMXBean;
import java.util.*;
import java.util.concurrent.*;
import javax.management.*;
import javax.management.openmbean.CompositeData;

// run: -XX:+UseSerialGC -Xmx96m
// Memory pools and collectors: who manages what, usage that adds up, peaks, what a collection leaves, its GcInfo and notification.
public class MemoryPools {
    static Object keep;

    static void check(String what, boolean good) {
        System.out.println(what + (good ? " good" : " BAD"));
    }

    static boolean sound(MemoryUsage usage) {
        return usage.getUsed() >= 0 && usage.getUsed() <= usage.getCommitted() && (usage.getMax() == -1 || usage.getCommitted() <= usage.getMax()) && usage.getInit() >= -1;
    }

    static MemoryPoolMXBean pool(String name) {
        return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getName().equals(name)).findFirst().get();
    }

    public static void main(String[] args) throws Exception {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        MemoryUsage heap = memory.getHeapMemoryUsage();
        check("heap", sound(heap) && heap.getMax() <= 96L << 20 && heap.getUsed() > 0);
        check("outside", sound(memory.getNonHeapMemoryUsage()) && memory.getNonHeapMemoryUsage().getUsed() > 0);
        check("runtime", Runtime.getRuntime().maxMemory() <= 96L << 20 && Runtime.getRuntime().totalMemory() >= Runtime.getRuntime().freeMemory());
        ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> !pool.getName().contains("Class Space")).sorted(Comparator.comparing(MemoryPoolMXBean::getName)).forEach(pool -> {
            String[] managers = pool.getMemoryManagerNames();
            Arrays.sort(managers);
            System.out.println(pool.getName() + ": " + pool.getType() + " " + Arrays.toString(managers) + " " + pool.isUsageThresholdSupported() + " " + pool.isCollectionUsageThresholdSupported() + " " + sound(pool.getUsage()) + " " + sound(pool.getPeakUsage()) + " " + (pool.getCollectionUsage() == null) + " " + pool.isValid());
        });
        for (MemoryManagerMXBean manager : ManagementFactory.getMemoryManagerMXBeans()) {
            System.out.println(manager.getName() + " " + (manager instanceof GarbageCollectorMXBean) + " " + manager.isValid());
        }

        keep = new byte[8 << 20];
        MemoryPoolMXBean eden = pool("Eden Space");
        MemoryPoolMXBean tenured = pool("Tenured Gen");
        check("peak", eden.getPeakUsage().getUsed() + tenured.getPeakUsage().getUsed() >= 8 << 20);
        var full = (com.sun.management.GarbageCollectorMXBean) ManagementFactory.getGarbageCollectorMXBeans().stream().filter(bean -> bean.getName().equals("MarkSweepCompact")).findFirst().get();
        BlockingQueue<Notification> told = new LinkedBlockingQueue<>();
        ((NotificationEmitter) full).addNotificationListener((notification, handback) -> told.add(notification), null, null);
        long count = full.getCollectionCount();
        memory.gc();
        check("collected", full.getCollectionCount() > count && full.getCollectionTime() >= 0);
        check("left", tenured.getCollectionUsage().getUsed() >= 8 << 20 && eden.getCollectionUsage().getUsed() <= eden.getUsage().getMax());
        Notification notification = told.poll(20, TimeUnit.SECONDS);
        var info = GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
        System.out.println(notification.getType() + " " + info.getGcName() + " " + info.getGcAction() + " " + info.getGcCause());
        GcInfo gc = info.getGcInfo();
        check("times", gc.getId() >= 1 && gc.getStartTime() <= gc.getEndTime() && gc.getDuration() == gc.getEndTime() - gc.getStartTime());
        check("pools", gc.getMemoryUsageAfterGc().keySet().containsAll(List.of("Eden Space", "Survivor Space", "Tenured Gen")) && gc.getMemoryUsageAfterGc().get("Tenured Gen").getUsed() >= 8 << 20);
        GcInfo last = full.getLastGcInfo();
        check("last", last.getId() >= gc.getId() && last.getMemoryUsageBeforeGc().get("Eden Space") != null && (int) last.get("GcThreadCount") >= 1);

        tenured.resetPeakUsage();
        check("reset", tenured.getPeakUsage().getUsed() >= 8 << 20);
        keep = null;
        memory.gc();
        check("freed", tenured.getCollectionUsage().getUsed() < 8 << 20 && tenured.getPeakUsage().getUsed() >= 8 << 20);
        try {
            eden.setUsageThreshold(1);
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
        try {
            tenured.setUsageThreshold(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
