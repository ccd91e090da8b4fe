import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.*;
import java.util.concurrent.CountDownLatch;
import java.util.regex.*;
import javax.management.*;

// run: -XX:NativeMemoryTracking=detail -Xmx64m
// Native memory tracking: the command VM.native_memory with what it takes, and that its figures follow what the program does.
public class NativeMemory {
    static String run(String... arguments) throws Exception {
        ObjectName name = new ObjectName("com.sun.management:type=DiagnosticCommand");
        return (String) ManagementFactory.getPlatformMBeanServer().invoke(name, "vmNativeMemory", new Object[] {arguments}, new String[] {String[].class.getName()});
    }

    // {reserved, committed} of a category, in bytes.
    static long[] category(String report, String name) {
        Matcher found = Pattern.compile("^- +" + name + " \\(reserved=(\\d+), committed=(\\d+)\\)$", Pattern.MULTILINE).matcher(report);
        return found.find() ? new long[] {Long.parseLong(found.group(1)), Long.parseLong(found.group(2))} : new long[2];
    }

    static boolean addsUp(String report) {
        long reserved = 0;
        long committed = 0;
        Matcher row = Pattern.compile("^- .*\\(reserved=(\\d+), committed=(\\d+)\\)$", Pattern.MULTILINE).matcher(report);
        while (row.find()) {
            reserved += Long.parseLong(row.group(1));
            committed += Long.parseLong(row.group(2));
        }
        return report.contains("Total: reserved=" + reserved + ", committed=" + committed + "\n") && reserved > committed;
    }

    static String child(String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(ProcessHandle.current().info().command().get(), "-XX:+UnlockDiagnosticVMOptions"));
        command.addAll(List.of(options));
        command.add("-version");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        return process.waitFor() + " " + output.contains("\nNative Memory Tracking:\n\nTotal: reserved=") + " " + output.contains("Virtual memory map:\n")
            + (output.contains("Syntax error, expecting -XX:NativeMemoryTracking=[off|summary|detail]") ? " wrong" : "")
            + (output.contains("warning: PrintNMTStatistics is disabled, because native memory tracking is not enabled") ? " warned" : "");
    }

    public static void main(String[] args) throws Exception {
        String before = run("summary", "scale=1");
        System.out.println(before.startsWith("\nNative Memory Tracking:\n\nTotal: reserved=") + " " + addsUp(before));
        System.out.println(category(before, "Java Heap")[0] >= 64 << 20);
        for (String part : List.of("classes #\\d+", "instance classes #\\d+, array classes #\\d+", "thread #\\d+", "stack: reserved=\\d+", "malloc=\\d+", "mmap: reserved=\\d+, committed=\\d+")) {
            System.out.println(part + " " + Pattern.compile("\\(.*" + part).matcher(before).find());
        }
        System.out.println(run("scale=MB").contains("(Omitting categories weighting less than 1MB)\n\nTotal: reserved="));
        for (String[] wrong : new String[][] {{"scale=apa"}, {"summary=false"}, {"summary", "detail"}, {"shutdown"}, {"baseline"}}) {
            System.out.print(run(wrong));
        }
        ByteBuffer buffer = ByteBuffer.allocateDirect(8 << 20);
        List<Thread> threads = new ArrayList<>();
        CountDownLatch started = new CountDownLatch(10);
        for (int i = 0; i < 10; ++i) {
            Thread thread = new Thread(() -> {
                started.countDown();
                synchronized (threads) {
                }
            });
            threads.add(thread);
        }
        synchronized (threads) {
            threads.forEach(Thread::start);
            started.await();
            String difference = run("summary.diff");
            System.out.println(Pattern.compile("\\(thread #\\d+ \\+1\\d\\)").matcher(difference).find() + " " + Pattern.compile("Other \\(reserved=\\d+KB \\+8\\d\\d\\dKB").matcher(difference).find());
        }
        long more = category(run("scale=b"), "Other")[1] - category(before, "Other")[1];
        System.out.println(more >= buffer.capacity() && more < buffer.capacity() + (1 << 20));
        String detail = run("detail", "scale=b");
        System.out.println(Pattern.compile("^\\[0x[0-9a-f]{16} - 0x[0-9a-f]{16}\\] reserved (and committed )?\\d+ for Java Heap from\n +\\[0x[0-9a-f]{16}\\] ", Pattern.MULTILINE).matcher(detail).find()
            + " " + detail.contains("\nDetails:\n"));
        System.out.println(child("-XX:NativeMemoryTracking=summary", "-XX:+PrintNMTStatistics"));
        System.out.println(child("-XX:NativeMemoryTracking=detail", "-XX:+PrintNMTStatistics"));
        System.out.println(child("-XX:NativeMemoryTracking=off", "-XX:+PrintNMTStatistics"));
        System.out.println(child("-XX:NativeMemoryTracking=apa"));
        System.out.println(child("-XX:NativeMemoryTracking="));
    }
}
