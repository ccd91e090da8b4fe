// java.lang.management over the table of functions of 21 and 25.
import java.lang.management.*;
import java.util.Arrays;

public class Management {
  public static void main(String[] args) throws Exception {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    System.out.println(threads.getThreadCount() > 0);
    System.out.println(threads.getThreadInfo(Thread.currentThread().threadId()).getThreadName() + " " + threads.isThreadCpuTimeSupported() + " " + (threads.getCurrentThreadCpuTime() > 0));
    ThreadInfo[] infos = threads.dumpAllThreads(true, true);
    System.out.println(Arrays.stream(infos).anyMatch(i -> i.getThreadName().equals("main") && i.getStackTrace().length > 0));
    System.out.println(Arrays.toString(threads.findDeadlockedThreads()) + " " + (((com.sun.management.ThreadMXBean) threads).getCurrentThreadAllocatedBytes() > 0) + (((com.sun.management.ThreadMXBean) threads).getTotalThreadAllocatedBytes() > 0));
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    System.out.println((heap.getUsed() >= 0) + " " + (heap.getMax() > 0) + " " + ManagementFactory.getMemoryPoolMXBeans().isEmpty());
    System.out.println(ManagementFactory.getRuntimeMXBean().getSpecVersion() + " " + (ManagementFactory.getRuntimeMXBean().getPid() == ProcessHandle.current().pid()));
    System.out.println(ManagementFactory.getClassLoadingMXBean().getLoadedClassCount() > 100);
    for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) bean.getCollectionCount();
    Object[] rows = {ManagementFactory.getOperatingSystemMXBean().getName()};
    System.out.println(rows[0] + " " + ManagementFactory.getPlatformMBeanServer().getDefaultDomain());
    System.out.println(Runtime.version().feature() + " " + System.getProperty("java.specification.version") + " " + System.getProperty("java.vm.specification.version"));
  }
}
