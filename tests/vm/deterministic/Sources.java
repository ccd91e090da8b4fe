import com.sun.management.OperatingSystemMXBean;
import java.io.RandomAccessFile;
import java.lang.management.*;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.*;
import java.security.SecureRandom;
import java.util.*;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

// Prints one line for each source of chance, and for each figure of the process or the machine.
public class Sources {
    static void print(String what, Object value) { System.out.println(what + ": " + value); }

    static int fromFile() throws Exception {
        try (RandomAccessFile file = new RandomAccessFile("/dev/random", "r")) {
            return file.readInt();
        }
    }

    static int fromChannel() throws Exception {
        try (FileChannel channel = FileChannel.open(Path.of("/dev/urandom"))) {
            ByteBuffer buffer = ByteBuffer.allocate(4);
            channel.read(buffer);
            return buffer.getInt(0);
        }
    }

    public static void main(String[] args) throws Exception {
        print("hash", new Object().hashCode());
        print("text", new Sources());
        print("set", Set.of("one", "two", "three", "four", "five"));
        print("map", Map.of("one", 1, "two", 2, "three", 3, "four", 4));
        print("identity map", new IdentityHashMap<>(Map.of(new Object(), 1, new Object(), 2, new Object(), 3)).values());
        print("Random", new Random().nextLong());
        print("Math.random", Math.random());
        print("ThreadLocalRandom", ThreadLocalRandom.current().nextLong());
        print("SplittableRandom", new SplittableRandom().nextLong());
        print("UUID", UUID.randomUUID());
        print("SecureRandom", new SecureRandom().nextLong());
        print("strong", SecureRandom.getInstanceStrong().nextLong());
        print("/dev/random", fromFile());
        print("/dev/urandom", fromChannel());
        Path file = Files.createTempFile("same", ".tmp");
        Files.delete(file);
        print("temporary file", file.getFileName());
        print("nanoseconds", System.nanoTime());
        print("milliseconds", System.currentTimeMillis());

        Runtime runtime = Runtime.getRuntime();
        RuntimeMXBean here = ManagementFactory.getRuntimeMXBean();
        print("pid", ProcessHandle.current().pid() + " " + here.getPid());
        print("start", here.getStartTime());
        print("uptime", here.getUptime());
        print("processors", runtime.availableProcessors());
        print("maximum", runtime.maxMemory());
        print("total", runtime.totalMemory());
        print("free", runtime.freeMemory());
        System.gc();
        print("heap", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage());
        print("collections", ManagementFactory.getGarbageCollectorMXBeans().stream().map(bean -> bean.getName() + " " + bean.getCollectionCount() + " "
            + bean.getCollectionTime()).collect(Collectors.toList()));
        OperatingSystemMXBean machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        print("load", machine.getSystemLoadAverage() + " " + machine.getCpuLoad() + " " + machine.getProcessCpuLoad());
        print("processor time", machine.getProcessCpuTime());
        print("memory", machine.getTotalMemorySize() + " " + machine.getFreeMemorySize() + " " + machine.getCommittedVirtualMemorySize());
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        print("processor time of the thread", threads.getCurrentThreadCpuTime() + " " + threads.getCurrentThreadUserTime());
        print("threads", Thread.getAllStackTraces().keySet().stream().map(Thread::getName).collect(Collectors.toList()));
        print("thread", Thread.currentThread().getId() + " " + threads.getThreadCount() + " " + threads.getTotalStartedThreadCount());
        print("classes", ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount());
    }
}
