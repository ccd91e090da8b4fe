// A heap that has grown gives memory back: what MemoryMXBean calls committed and what the kernel counts as resident both shrink after full
// collections, and the heap can grow again.
// run: -Xms16m -Xmx512m -XX:MaxHeapFreeRatio=50 -XX:MinHeapFreeRatio=20 -XX:+UseSerialGC -XX:-ShrinkHeapInSteps
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

public class GivesBack {
    static final int MB = 1 << 20;

    static long committed() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getCommitted() / MB;
    }

    static long resident() throws Exception {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D+", "")) / 1024;
            }
        }
        return -1;
    }

    static byte[][] fill(int megabytes) {
        byte[][] all = new byte[megabytes][];
        for (int i = 0; i < megabytes; i++) {
            all[i] = new byte[MB];
            for (int at = MB - 1; at >= 0; at -= 4_096) {
                all[i][at] = (byte) i;
            }
        }
        return all;
    }

    public static void main(String[] args) throws Exception {
        for (int round = 0; round < 2; round++) {
            byte[][] all = fill(200);
            System.gc();
            long committedFull = committed();
            long residentFull = resident();
            System.out.println("grown " + (committedFull >= 200 && residentFull >= 200) + " " + all[199][MB - 1]);
            all = null;
            for (int i = 0; i < 3; i++) {
                System.gc();
            }
            long given = committedFull - committed();
            System.out.println("committed less " + (given >= 150 ? "by 150 MB" : "by " + given));
            given = residentFull - resident();
            System.out.println("resident less " + (given >= 150 ? "by 150 MB" : "by " + given));
            System.out.println("total " + (Runtime.getRuntime().totalMemory() / MB <= committedFull - 150));
        }
    }
}
