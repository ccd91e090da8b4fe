// Continuations and virtual threads that have yielded and that nobody refers to: their frames die with them.
// run: --add-exports java.base/jdk.internal.vm=ALL-UNNAMED -Djdk.trackAllThreads=false -Xmx64m
// also: run: --add-exports java.base/jdk.internal.vm=ALL-UNNAMED -Djdk.trackAllThreads=false -Xmx64m -Xmn1m
// javac: --add-exports java.base/jdk.internal.vm=ALL-UNNAMED
import java.lang.ref.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import jdk.internal.vm.*;

public class ContinuationsDropped {
  static final ContinuationScope SCOPE = new ContinuationScope("scope");
  static final int MANY = 50_000;
  // Without a collection the stacks of 50,000 take more than twice as much.
  static final int MOST_MIB = 150;

  static long resident() throws Exception {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024;
      }
    }
    return -1;
  }

  static Continuation yielded(Object held, List<Object> out) {
    Continuation made = new Continuation(SCOPE, () -> {
      byte[] own = new byte[100];
      Continuation.yield(SCOPE);
      out.add(held);
      out.add(own.length);
    });
    made.run();
    return made;
  }

  static void many() throws Exception {
    long before = resident();
    for (int i = 0; i < MANY; i++) {
      yielded(i, null);
    }
    System.out.println("continuations: bounded " + (resident() - before < MOST_MIB));
  }

  static void manyThreads() throws Exception {
    long before = resident();
    AtomicInteger started = new AtomicInteger();
    for (int i = 0; i < MANY; i++) {
      Thread.ofVirtual().start(() -> {
        started.incrementAndGet();
        LockSupport.park();
      });
      while (started.get() < i - 100) {
        Thread.yield();
      }
    }
    System.out.println("threads: bounded " + (resident() - before < MOST_MIB));
  }

  // Those that hold a monitor are freed, too, and it stays locked.
  static void monitors() throws Exception {
    long before = resident();
    Object[] last = {null};
    for (int i = 0; i < MANY / 5; i++) {
      Object lock = new Object();
      lockAndYield(lock);
      last[0] = lock;
    }
    System.gc();
    System.out.println("monitors: bounded " + (resident() - before < MOST_MIB));
    Thread waits = new Thread(() -> {
      synchronized (last[0]) {
        System.out.println("never");
      }
    });
    waits.setDaemon(true);
    waits.start();
    while (waits.getState() != Thread.State.BLOCKED) {
      Thread.sleep(1);
    }
    System.gc();
    waits.join(20);
    System.out.println("monitors: " + waits.getState());
  }

  static void lockAndYield(Object lock) {
    int[] entered = {0};
    new Continuation(SCOPE, () -> {
      synchronized (lock) {
        synchronized (lock) {
          entered[0]++;
          Continuation.yield(SCOPE);
          System.out.println("never " + entered[0]);
        }
      }
    }).run();
    if (entered[0] != 1) {
      System.out.println("it has not yielded");
    }
  }

  // What only a dead continuation's frames refer to is dead; what a live one's refer to lives.
  static void frames() throws Exception {
    List<WeakReference<Object>> dead = new ArrayList<>();
    List<WeakReference<Object>> live = new ArrayList<>();
    List<Continuation> kept = new ArrayList<>();
    List<Object> out = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Object lost = new StringBuilder("lost " + i);
      dead.add(new WeakReference<>(lost));
      yielded(lost, out);
      Object held = new StringBuilder("held " + i);
      live.add(new WeakReference<>(held));
      kept.add(yielded(held, out));
    }
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    System.out.println("dead " + dead.stream().filter(r -> r.get() != null).count() + " live "
        + live.stream().filter(r -> r.get() != null).count());
    kept.forEach(Continuation::run);
    System.out.println(out.get(0) + " " + out.get(1) + " " + out.get(198) + " " + out.size());
  }

  // Each continuation's frames alone refer to the next one.
  static void chain() throws Exception {
    int[] ends = {0};
    Continuation last = null;
    for (int i = 0; i < 3_000; i++) {
      Continuation next = last;
      last = new Continuation(SCOPE, () -> {
        Continuation.yield(SCOPE);
        ends[0]++;
        if (next != null) {
          next.run();
        }
      });
      last.run();
    }
    WeakReference<Continuation> head = new WeakReference<>(last);
    System.gc();
    System.out.println("chain " + (head.get() != null));
    while (last != null) {
      Continuation run = last;
      last = null;
      run = null;
    }
    System.gc();
    System.out.println("chain " + (head.get() != null) + " " + ends[0]);
  }

  // A cycle: the continuation's own frames refer to it.
  static void cycle() throws Exception {
    WeakReference<Object> weak = makeCycle();
    System.gc();
    System.out.println("cycle " + (weak.get() != null));
  }

  static WeakReference<Object> makeCycle() {
    Continuation[] self = new Continuation[1];
    self[0] = new Continuation(SCOPE, () -> {
      Continuation me = self[0];
      Continuation.yield(SCOPE);
      System.out.println("never " + me);
    });
    self[0].run();
    return new WeakReference<>(self[0]);
  }

  // One that was only reachable from a finalizable object comes back with its frames.
  static class Rescuer {
    static final CompletableFuture<Continuation> rescued = new CompletableFuture<>();
    final Continuation inner;
    Rescuer(Continuation inner) { this.inner = inner; }
    @Override protected void finalize() { rescued.complete(inner); }
  }

  static void rescue() throws Exception {
    List<Object> out = new ArrayList<>();
    makeRescuer(out);
    System.gc();
    Continuation back = Rescuer.rescued.get(10, TimeUnit.SECONDS);
    back.run();
    System.out.println("rescued " + out + " " + back.isDone());
  }

  static void makeRescuer(List<Object> out) {
    new Rescuer(yielded("kept by a finalizer", out));
  }

  public static void main(String[] args) throws Exception {
    many();
    manyThreads();
    monitors();
    frames();
    chain();
    cycle();
    rescue();
  }
}
