// jcmd GC.heap_dump -gz=LEVEL and jmap -dump:gz=LEVEL write a gzip file, the smaller the higher the level; other levels are refused.
// run: -Djdk.attach.allowAttachSelf=true
// javac: --add-exports jdk.attach/sun.tools.attach=ALL-UNNAMED
// run: --add-exports jdk.attach/sun.tools.attach=ALL-UNNAMED

import com.sun.tools.attach.VirtualMachine;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import sun.tools.attach.HotSpotVirtualMachine;

public class GzippedHeapDumps {
    static String answer(InputStream from) throws Exception {
        try (InputStream in = from) {
            StringBuilder text = new StringBuilder();  // its readAllBytes ends early
            byte[] some = new byte[1000];
            for (int n; (n = in.read(some)) > 0; ) text.append(new String(some, 0, n));
            return text.toString();
        }
    }

    public static void main(String[] args) throws Exception {
        HotSpotVirtualMachine vm = (HotSpotVirtualMachine) VirtualMachine.attach(Long.toString(ProcessHandle.current().pid()));
        Path folder = Files.createTempDirectory("dumps");
        Path weak = folder.resolve("weak.hprof.gz");
        Path strong = folder.resolve("strong.hprof.gz");
        String said = answer(vm.executeJCmd("GC.heap_dump -gz=1 " + weak)) + answer(vm.dumpHeap(strong.toString(), "-all", "9"));
        System.out.println(said.replaceAll("/.*/", "").replaceAll("\\[.*\\]", "[SIZE, TIME]"));
        for (Path dump : new Path[] {weak, strong}) {
            try (InputStream in = new GZIPInputStream(Files.newInputStream(dump))) {
                byte[] all = in.readAllBytes();
                System.out.println(new String(all, 0, 18, StandardCharsets.ISO_8859_1) + " " + (all.length > 2 * Files.size(dump)) + " " + all[all.length - 9]);
            }
        }
        System.out.println(Files.size(strong) < Files.size(weak));
        System.out.println(answer(vm.executeJCmd("GC.heap_dump -gz=10 " + folder.resolve("none"))));
        for (String level : new String[] {"0", "10", "x"}) {
            try {
                System.out.println(answer(vm.dumpHeap(folder.resolve("none").toString(), "-live", level)));
            } catch (Exception e) {
                System.out.println(e.getMessage());
            }
        }
        for (Path dump : new Path[] {weak, strong, folder}) Files.delete(dump);
    }
}
