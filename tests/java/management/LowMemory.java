import java.lang.management.*;
import java.util.*;
import java.util.concurrent.*;
import javax.management.*;
import javax.management.openmbean.CompositeData;

// run: -XX:+UseSerialGC -Xmx64m
// Thresholds of the tenured generation: a notification when usage passes one, another when a collection leaves too much, counts and ends.
public class LowMemory {
    static final List<byte[]> kept = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        MemoryPoolMXBean tenured = ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.isUsageThresholdSupported() && pool.getType() == MemoryType.HEAP).findFirst().get();
        System.out.println(tenured.getUsageThreshold() + " " + tenured.getCollectionUsageThreshold() + " " + tenured.getUsageThresholdCount());
        BlockingQueue<Notification> told = new LinkedBlockingQueue<>();
        ((NotificationEmitter) ManagementFactory.getMemoryMXBean()).addNotificationListener((notification, handback) -> told.add(notification), null, "back");
        System.gc();
        long threshold = tenured.getUsage().getUsed() + (12 << 20);
        tenured.setUsageThreshold(threshold);
        System.out.println(tenured.isUsageThresholdExceeded() + " " + (tenured.getUsageThreshold() == threshold));
        for (int i = 0; i < 20; i++) {
            kept.add(new byte[1 << 20]);
        }
        System.gc();
        show(told, tenured);
        System.out.println(tenured.isUsageThresholdExceeded() + " " + tenured.getUsageThresholdCount());

        tenured.setUsageThreshold(0);
        tenured.setCollectionUsageThreshold(threshold);
        System.gc();
        show(told, tenured);
        System.out.println(tenured.isCollectionUsageThresholdExceeded() + " " + tenured.getCollectionUsageThresholdCount());
        kept.clear();
        System.gc();
        while (tenured.isCollectionUsageThresholdExceeded()) {
            Thread.sleep(1);  // the sensor is cleared by another thread
        }
        System.out.println(tenured.getCollectionUsageThresholdCount());
        try {
            tenured.setUsageThreshold(0);
            tenured.isUsageThresholdExceeded();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
    }

    static void show(BlockingQueue<Notification> told, MemoryPoolMXBean pool) throws Exception {
        Notification notification = told.poll(20, TimeUnit.SECONDS);
        MemoryNotificationInfo info = MemoryNotificationInfo.from((CompositeData) notification.getUserData());
        System.out.println(notification.getType() + " " + info.getPoolName().equals(pool.getName()) + " " + info.getCount() + " " + (info.getUsage().getUsed() > 12 << 20));
    }
}
