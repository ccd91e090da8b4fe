import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;

/** Opens, writes and closes a file, as many times as args[0] says. */
public class Files {
    public static void main(String[] args) throws IOException {
        int rounds = Integer.parseInt(args[0]);
        File file = File.createTempFile("futex", ".io");
        byte[] block = new byte[16];
        for (int i = 0; i < rounds; i++) {
            try (FileOutputStream out = new FileOutputStream(file)) {
                out.write(block);
            }
        }
        file.delete();
        System.out.println("turns " + 2 * rounds);
    }
}
