import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;

/** Runs samples/labs/travel, beside a thread that writes the heap to a file, 1.hprof and so on, each time that the stepper lets it run. */
public class Journey {
    static void written() {}

    static void write(String folder) {
        try {
            HotSpotDiagnosticMXBean heap = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            for (int i = 1; ; i++) {
                heap.dumpHeap(folder + "/" + i + ".hprof", false);
                written();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) {
        Thread writer = new Thread(() -> write(args[0]), "writer");
        writer.setDaemon(true);
        writer.start();
        Travel.main(args);
    }
}
