// -XX:+ExitOnOutOfMemoryError: the VM says why and ends with exit code 3; no handler runs.
// run: -Xmx16m -XX:+ExitOnOutOfMemoryError
import java.util.ArrayList;
import java.util.List;

public class ExitOnError {
    public static void main(String[] args) {
        List<byte[]> all = new ArrayList<>();
        try {
            while (true) {
                all.add(new byte[100_000]);
            }
        } catch (OutOfMemoryError e) {
            System.out.println("not reached");
        }
    }
}
