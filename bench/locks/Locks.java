// The cost of uncontended synchronization by the number of objects: SyncMethod, SyncStmt, RecSyncMethod, RecSyncStmt of Agesen et al.,
// OOPSLA '99, 6.3.1, figure 9. Each runs round an array of N objects, SLICES times ITERATIONS long (or once round, if that is more, and less
// often), and so does the same loop without synchronization. Slices are milliseconds, so that some are undisturbed.
//   java Locks ITERATIONS SLICES N...   prints "NAME N WITH WITHOUT" a line: picoseconds an iteration in the least slice of either loop
public class Locks {
  static final class Cell {
    int value;

    void plain() { value++; }
    synchronized void locked() { value++; }
    void plainTwice() { plain(); }
    synchronized void lockedTwice() { locked(); }
  }

  interface Loop {
    void run(Cell[] cells, int iterations);
  }

  static void callPlain(Cell[] cells, int iterations) {
    int mask = cells.length - 1;
    for (int i = 0; i < iterations; i++) {
      cells[i & mask].plain();
    }
  }

  static void callLocked(Cell[] cells, int iterations) {
    int mask = cells.length - 1;
    for (int i = 0; i < iterations; i++) {
      cells[i & mask].locked();
    }
  }

  static void callPlainTwice(Cell[] cells, int iterations) {
    int mask = cells.length - 1;
    for (int i = 0; i < iterations; i++) {
      cells[i & mask].plainTwice();
    }
  }

  static void callLockedTwice(Cell[] cells, int iterations) {
    int mask = cells.length - 1;
    for (int i = 0; i < iterations; i++) {
      cells[i & mask].lockedTwice();
    }
  }

  static void statementPlain(Cell[] cells, int iterations) {
    int mask = cells.length - 1;
    for (int i = 0; i < iterations; i++) {
      Cell cell = cells[i & mask];
      cell.value++;
    }
  }

  static void statementLocked(Cell[] cells, int iterations) {
    int mask = cells.length - 1;
    for (int i = 0; i < iterations; i++) {
      Cell cell = cells[i & mask];
      synchronized (cell) {
        cell.value++;
      }
    }
  }

  static void statementLockedTwice(Cell[] cells, int iterations) {
    int mask = cells.length - 1;
    for (int i = 0; i < iterations; i++) {
      Cell cell = cells[i & mask];
      synchronized (cell) {
        synchronized (cell) {
          cell.value++;
        }
      }
    }
  }

  static long nanos(Loop loop, Cell[] cells, int iterations) {
    long begin = System.nanoTime();
    loop.run(cells, iterations);
    return System.nanoTime() - begin;
  }

  static void measure(String name, Loop plain, Loop locked, Cell[] cells, int atLeast, int slices) {
    int iterations = Math.max(atLeast, cells.length);
    long without = Long.MAX_VALUE;
    long with = Long.MAX_VALUE;
    int times = (int) Math.max((long) slices * atLeast / iterations, 1);
    for (int i = 0; i < times; i++) {
      without = Math.min(without, nanos(plain, cells, iterations));
      with = Math.min(with, nanos(locked, cells, iterations));
    }
    System.out.println(name + " " + cells.length + " " + with * 1000 / iterations + " " + without * 1000 / iterations);
  }

  public static void main(String[] args) {
    int iterations = Integer.parseInt(args[0]);
    int slices = Integer.parseInt(args[1]);
    for (int arg = 2; arg < args.length; arg++) {
      Cell[] cells = new Cell[Integer.parseInt(args[arg])];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = new Cell();
      }
      measure("SyncMethod", Locks::callPlain, Locks::callLocked, cells, iterations, slices);
      measure("SyncStmt", Locks::statementPlain, Locks::statementLocked, cells, iterations, slices);
      measure("RecSyncMethod", Locks::callPlainTwice, Locks::callLockedTwice, cells, iterations, slices);
      measure("RecSyncStmt", Locks::statementPlain, Locks::statementLockedTwice, cells, iterations, slices);
    }
  }
}
