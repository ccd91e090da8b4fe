import java.io.FileOutputStream;

/** One thread writes the same field of many objects at one line, in one epoch, by way of several callers; another one reads one of them. A report has the calls of that write. */
public class Calls {
    static class Cell {
        int value;
        Cell next;
    }

    static final Object LOCK = new Object();
    static final Cell[] cells = new Cell[50];
    static int[] numbers = new int[4];
    static int seen;

    static void put(Cell cell, int value) {
        cell.value = value; // @write
    }

    static void early(Cell cell) { put(cell, 1); }
    static void late(Cell cell) { put(cell, 2); }

    static void writeAll() {
        synchronized (LOCK) {
            for (int i = 0; i < cells.length; i++) {
                if (i == 30) {
                    late(cells[i]); // @late
                } else {
                    early(cells[i]); // @early
                }
            }
            // Neither the second write of the epoch nor one of another variable is the one that is reported.
            early(cells[30]);
            numbers[1] = 1; // @number
        }
    }

    static void read() {
        seen = cells[30].value; // @read
        seen = numbers[1];
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "file" -> new FileOutputStream(args[1]).close();
            case "input" -> System.in.read();
            default -> { }
        }
        for (int i = 0; i < cells.length; i++) {
            cells[i] = new Cell();
        }
        Thread writer = new Thread(Calls::writeAll, "writer");
        Thread reader = new Thread(Calls::read, "reader");
        writer.start();
        reader.start();
        writer.join();
        reader.join();
        System.out.println("done");
    }
}
