import java.nio.file.Files;
import java.nio.file.Path;

// Fills some of the heap, collects it if there is an argument, and prints how much of this process may be backed by huge pages (advised), and is.
public class HeapPages {
    public static void main(String[] args) throws Exception {
        byte[][] filled = new byte[64][];
        for (int i = 0; i < filled.length; i++) {
            filled[i] = new byte[1 << 20];
        }
        if (args.length > 0) {
            System.gc();
        }
        long advised = 0;
        long backed = 0;
        long size = 0;
        for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
            if (line.startsWith("Size:")) {
                size = Long.parseLong(line.replaceAll("\\D+", ""));
            } else if (line.startsWith("AnonHugePages:")) {
                backed += Long.parseLong(line.replaceAll("\\D+", ""));
            } else if (line.startsWith("VmFlags:")) {
                advised += (line + " ").contains(" hg ") ? size : 0;
            }
        }
        System.out.println("advised " + advised / 1024 + " backed " + backed / 1024 + " filled " + filled.length);
    }
}
