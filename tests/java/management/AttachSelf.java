// run: -Djdk.attach.allowAttachSelf=true --add-exports jdk.attach/sun.tools.attach=ALL-UNNAMED
// javac: --add-exports jdk.attach/sun.tools.attach=ALL-UNNAMED
import com.sun.tools.attach.VirtualMachine;
import java.io.InputStream;
import java.util.*;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import sun.tools.attach.HotSpotVirtualMachine;

// What jstack, jinfo, jmap and jcmd ask of a VM, through its attach socket: this program attaches to itself.
public class AttachSelf {
    static final ReentrantLock lock = new ReentrantLock();
    static class Counted { }
    static final Counted[] counted = {new Counted(), new Counted(), new Counted()};

    static String read(InputStream in) throws Exception { // its readAllBytes ends early
        StringBuilder text = new StringBuilder();
        byte[] some = new byte[1000];
        for (int n; (n = in.read(some)) > 0; ) text.append(new String(some, 0, n));
        in.close();
        return text.toString();
    }
    static void attempt(String what, Callable<Object> answer) {
        try {
            System.out.println(what + ": " + answer.call());
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }
    static String linesWith(String text, String... words) {
        return String.join("|", text.lines().filter(line -> Arrays.stream(words).anyMatch(line::contains)).toList());
    }
    // "   7:             3             48  AttachSelf$Counted" without its place.
    static String row(String histogram, String name) {
        for (String line : histogram.lines().toList()) {
            String[] words = line.trim().split("\\s+");
            if (words.length >= 4 && words[3].equals(name)) return words[1] + " of " + words[3];
        }
        return "none";
    }

    public static void main(String[] args) throws Exception {
        HotSpotVirtualMachine vm = (HotSpotVirtualMachine) VirtualMachine.attach(Long.toString(ProcessHandle.current().pid()));
        System.setProperty("own.key", "own value");
        attempt("property", () -> vm.getSystemProperties().getProperty("own.key"));
        attempt("agent property", () -> vm.getAgentProperties().getProperty("sun.java.command"));

        attempt("flag", () -> read(vm.printFlag("DisableAttachMechanism")));
        attempt("unknown flag", () -> read(vm.printFlag("Nope")));
        attempt("set", () -> read(vm.setFlag("HeapDumpPath", "/tmp/nowhere")) + read(vm.printFlag("HeapDumpPath")));
        attempt("set on", () -> read(vm.setFlag("HeapDumpOnOutOfMemoryError", "1")) + read(vm.printFlag("HeapDumpOnOutOfMemoryError")));
        attempt("set to a word", () -> read(vm.setFlag("HeapDumpOnOutOfMemoryError", "word")));
        attempt("set a number to a word", () -> read(vm.setFlag("MinHeapFreeRatio", "word")));
        attempt("set what is fixed", () -> read(vm.setFlag("MaxHeapSize", "1000000")));
        attempt("set an unknown one", () -> read(vm.setFlag("Nope", "1")));

        for (String line : new String[] {"VM.version", "VM.uptime", "VM.uptime -date", "VM.flags -all", "VM.command_line", "GC.heap_info", "GC.run_finalization", "Thread.print -l -e", "GC.run", "help"})
            attempt(line, () -> !read(vm.executeJCmd(line)).isEmpty());
        for (String line : new String[] {"help VM.uptime", "help GC.run", "help GC.class_histogram", "help VM.set_flag", "help help", "help Nope", "", "Nope", "VM.uptime -foo", "VM.uptime -date=foo",
                "GC.run extra", "VM.set_flag MinHeapFreeRatio", "VM.set_flag MinHeapFreeRatio -1", "VM.set_flag MaxHeapFreeRatio 101", "VM.set_flag MinHeapFreeRatio few",
                "VM.set_flag MinHeapFreeRatio 99999999999999999999", "VM.set_flag MaxHeapFreeRatio 3", "VM.set_flag MinHeapFreeRatio 2x", "VM.set_flag HeapDumpGzipLevel 10",
                "VM.set_flag HeapDumpGzipLevel few", "VM.set_flag PrintConcurrentLocks 2", "VM.set_flag G1PeriodicGCSystemLoadThreshold x", "VM.set_flag", "VM.set_flag Nope 1", "VM.set_flag \"HeapDumpPath\" /tmp/elsewhere", "GC.class_histogram -parallel=many"})
            attempt(line, () -> read(vm.executeJCmd(line)));
        attempt("written", () -> read(vm.printFlag("HeapDumpPath")) + linesWith(read(vm.executeJCmd("VM.flags")), "/tmp/elsewhere").contains("-XX:+HeapDumpOnOutOfMemoryError"));

        java.nio.file.Path dump = java.nio.file.Files.createTempFile("heap", ".hprof");
        String name = dump.toString();
        attempt("dump over a file", () -> read(vm.executeJCmd("GC.heap_dump " + name)).replace(name, "it"));
        attempt("overwrite", () -> read(vm.executeJCmd("GC.heap_dump -overwrite -all " + name)).replace(name, "it").replaceAll("\\[.*", ""));
        attempt("dump the living", () -> read(vm.dumpHeap(name, "-live")).replace(name, "it"));
        attempt("dump what", () -> read(vm.dumpHeap(name + "2", "-dead")));
        attempt("dump nowhere", () -> read(vm.dumpHeap("/nowhere/x")));
        java.nio.file.Files.delete(dump);
        attempt("finalizers", () -> read(vm.executeJCmd("GC.finalizer_info")).contains("waiting for finalization"));
        attempt("histogram", () -> row(read(vm.heapHisto("-live")), "AttachSelf$Counted") + ", " + row(read(vm.heapHisto("-all")), "AttachSelf$Counted"));
        attempt("histogram of what", () -> read(vm.heapHisto("-foo")));
        attempt("dump", () -> linesWith(read(vm.remoteDataDump()), "\"main\"", "AttachSelf.main").replaceAll("os_prio=.*runnable.*\\|", "...|"));
        lock.lock();
        attempt("dump with locks", () -> linesWith(read(vm.remoteDataDump("-l")), "ReentrantLock").replaceAll("<.*>", "<>"));
        vm.detach();
    }
}
