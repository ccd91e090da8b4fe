import java.util.ArrayList;
import java.util.List;

/** Objects that one thread has written move, die and are made again, before another thread comes to them. */
public class Moving {
    static class Cell {
        int value;
        byte[] filling = new byte[40];
    }

    static int total;
    static long sink;

    static void churn(int rounds) {
        List<byte[]> live = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            byte[] bytes = new byte[1000];
            bytes[i % 1000] = 1;
            if (i % 50 == 0) {
                live.add(bytes);
            }
            if (live.size() > 100) {
                live.clear();
            }
        }
        sink += live.size();
    }

    public static void main(String[] args) throws Exception {
        boolean raced = args[0].equals("raced");
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            cells.add(new Cell());
        }
        long[] array = new long[4];
        Thread writer = new Thread(() -> {
            for (Cell cell : cells) {
                cell.value = 1;
            }
            array[2] = 1;
            total = 1;
        }, "writer");
        writer.start();
        if (!raced) {
            writer.join();
        } else {
            // Nothing orders the two: a sleep lets the writer run.
            Thread.sleep(100);
        }
        churn(20_000);
        System.gc();
        churn(2_000);
        int sum = 0;
        for (Cell cell : cells) {
            sum += cell.value;
        }
        sum += (int) array[2] + total;
        // Memory that others have used is new again.
        Thread user = new Thread(() -> {
            for (int i = 0; i < 20_000; i++) {
                Cell fresh = new Cell();
                fresh.value = i;
            }
        }, "user");
        user.start();
        for (int i = 0; i < 20_000; i++) {
            Cell fresh = new Cell();
            fresh.value = i;
        }
        user.join();
        System.out.println(sum);
    }
}
