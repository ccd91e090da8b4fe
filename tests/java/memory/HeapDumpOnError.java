// -XX:+HeapDumpOnOutOfMemoryError: the first error writes a file, or says why it cannot; the program goes on.
// run: -Xmx16m -XX:+HeapDumpOnOutOfMemoryError -XX:HeapDumpPath=/no/such/folder/heap.hprof
import java.util.ArrayList;
import java.util.List;

public class HeapDumpOnError {
    static int fill() {
        List<byte[]> all = new ArrayList<>();
        try {
            while (true) {
                all.add(new byte[100_000]);
            }
        } catch (OutOfMemoryError e) {
            int size = all.size();
            all.clear();
            System.out.println("caught " + e.getMessage());
            return size;
        }
    }

    public static void main(String[] args) {
        System.out.println(fill() > 10);
        System.out.println(fill() > 10);
    }
}
