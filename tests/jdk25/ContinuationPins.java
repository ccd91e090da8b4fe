// What keeps a continuation from yielding: a critical section, and native code below.
// run: --add-exports java.base/jdk.internal.vm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.vm=ALL-UNNAMED
import jdk.internal.vm.*;

public class ContinuationPins {
  static final ContinuationScope SCOPE = new ContinuationScope("scope"), OTHER = new ContinuationScope("other");

  static class YieldsInInitializer {
    static {
      tryYield("initializer");
    }
    static void touch() {}
  }

  static void tryYield(String where) {
    try {
      System.out.println(where + " yields " + Continuation.yield(SCOPE));
    } catch (IllegalStateException e) {
      System.out.println(where + " " + e.getMessage());
    }
  }

  static void run(Runnable task) {
    Continuation continuation = new Continuation(SCOPE, task);
    int runs = 0;
    while (!continuation.isDone()) {
      continuation.run();
      runs++;
    }
    System.out.println("runs " + runs);
  }

  public static void main(String[] args) {
    run(() -> {
      tryYield("free");
      Continuation.pin();
      tryYield("pinned once");
      Continuation.pin();
      Continuation.unpin();
      tryYield("still pinned");
      Continuation.unpin();
      tryYield("free again");
    });
    run(YieldsInInitializer::touch);
    run(() -> {
      Object lock = new Object();
      synchronized (lock) {
        System.out.println(Thread.holdsLock(lock));
      }
      tryYield("behind a monitor");
    });
    // Pins count for the innermost continuation; a scope further out is pinned by any of them.
    run(() -> {
      Continuation.pin();
      Continuation inner = new Continuation(OTHER, () -> {
        Continuation.yield(OTHER);
        System.out.println(Continuation.isPinned(SCOPE));
        Continuation.pin();
        System.out.println(Continuation.isPinned(OTHER) + " " + Continuation.isPinned(SCOPE));
        Continuation.unpin();
      });
      inner.run();
      inner.run();
      Continuation.unpin();
      System.out.println(inner.isDone());
    });
    Continuation.pin();
    Continuation.unpin();
    Continuation.unpin();
    run(() -> {
      try {
        Continuation.unpin();
      } catch (IllegalStateException e) {
        System.out.println(e.getMessage());
      }
    });
  }
}
