// JEP 454: a shared arena is closed while other threads read its memory. Each read gets the memory or an exception.
import java.lang.foreign.*;
import java.util.concurrent.CountDownLatch;

public class SharedArenas {
  static final int READERS = 3;

  // Returns the number of reads before the arena was closed. A byte that is not 1 is memory of somebody else.
  static long readUntilClosed(MemorySegment memory, CountDownLatch running) {
    long reads = 0;
    running.countDown();
    try {
      while (true) {
        for (long i = 0; i < memory.byteSize(); i += 64, reads++) {
          if (memory.get(ValueLayout.JAVA_BYTE, i) != 1) throw new AssertionError("read " + memory.get(ValueLayout.JAVA_BYTE, i));
        }
      }
    } catch (IllegalStateException e) {
      if (!e.getMessage().equals("Already closed")) throw e;
    }
    return reads;
  }

  public static void main(String[] args) throws Exception {
    for (int round = 0; round < 40; round++) {
      Arena arena = Arena.ofShared();
      MemorySegment memory = arena.allocate(1 << 16).fill((byte) 1);
      CountDownLatch running = new CountDownLatch(READERS);
      Thread[] readers = new Thread[READERS];
      for (int i = 0; i < READERS; i++) {
        readers[i] = new Thread(() -> readUntilClosed(memory, running));
        readers[i].start();
      }
      running.await();
      arena.close();
      for (Thread reader : readers) reader.join();
      if (memory.scope().isAlive()) System.out.println("still alive");
    }
    try {
      Arena twice = Arena.ofShared();
      twice.close();
      twice.close();
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
    System.out.println("closed");
  }
}
