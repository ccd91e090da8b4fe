import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/** Negates a number, until `Squares patch FOLDER` has put your opcode in the place of ineg in this very class file. */
public class Squares {
    private static final byte[] BEFORE = {0x1a, 0x74, (byte) 0xac}; // iload_0, ineg, ireturn
    private static final byte YOURS = (byte) 0xca;

    static int operation(int x) {
        return -x;
    }

    static void patch(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        for (int i = 0; i + 2 < bytes.length; i++) {
            if (bytes[i] == BEFORE[0] && bytes[i + 1] == BEFORE[1] && bytes[i + 2] == BEFORE[2]) {
                bytes[i + 1] = YOURS;
                Files.write(file, bytes);
                System.out.println("patched");
                return;
            }
        }
        System.out.println("nothing to patch");
    }

    public static void main(String[] args) throws IOException {
        if (args.length == 2) {
            patch(Paths.get(args[1], "Squares.class"));
        } else {
            System.out.println(operation(12));
        }
    }
}
