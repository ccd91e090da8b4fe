import java.util.*;
import java.util.concurrent.*;

// Four threads allocate and exchange linked data while a fifth collects: no value may change and no lock may be lost when objects move.
public class ThreadsChurn {
    static class Cell { int v; Cell next; long[] pad = new long[3]; Cell(int v, Cell next) { this.v = v; this.next = next; pad[2] = v; } }
    static final Object[] SLOTS = new Object[16];

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(5);
        List<Future<Long>> results = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int me = t;
            results.add(pool.submit(() -> {
                long sum = 0;
                for (int round = 0; round < 60; round++) {
                    Cell head = null;
                    for (int i = 0; i < 200; i++) head = new Cell(i * (me + 1), head);
                    synchronized (SLOTS) {
                        SLOTS[me * 4 + round % 4] = head;
                    }
                    Object mine = new Object();
                    int hash = mine.hashCode();
                    synchronized (mine) {
                        int n = 0;
                        for (Cell c = head; c != null; c = c.next) {
                            if (c.pad[2] != c.v) throw new AssertionError("pad");
                            sum += c.v;
                            n++;
                        }
                        if (n != 200 || mine.hashCode() != hash || !Thread.holdsLock(mine)) throw new AssertionError("lost");
                    }
                }
                return sum;
            }));
        }
        results.add(pool.submit(() -> {
            for (int i = 0; i < 10; i++) System.gc();
            return 0L;
        }));
        for (Future<Long> f : results) System.out.print(f.get() + " ");
        System.out.println();
        long left = 0;
        for (Object o : SLOTS) for (Cell c = (Cell) o; c != null; c = c.next) left += c.v;
        System.out.println(left); // expect: 796000
        pool.shutdown();
    }
}
