import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The processors on which each of the collector's threads may run, by the kernel's word. */
public class GangProcessors {
    static String valueOf(List<String> status, String name) {
        for (String line : status) {
            if (line.startsWith(name + ":")) {
                return line.substring(name.length() + 1).trim();
            }
        }
        return "";
    }

    public static void main(String[] args) throws IOException {
        System.gc();
        try (var tasks = Files.list(Path.of("/proc/self/task"))) {
            for (Path task : tasks.sorted().toList()) {
                List<String> status = Files.readAllLines(task.resolve("status"));
                String name = valueOf(status, "Name");
                if (name.startsWith("GC Thread#")) {
                    System.out.println(name + ": " + valueOf(status, "Cpus_allowed_list"));
                }
            }
        }
    }
}
