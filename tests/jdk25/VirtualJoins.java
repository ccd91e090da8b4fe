// Structured joins of thousands of virtual threads (JEP 505, preview), with scoped values; trees of threads; queues and exchanges.
// run: --enable-preview
// javac: --enable-preview --release 25
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.StructuredTaskScope.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;

public class VirtualJoins {
  static final ScopedValue<Integer> DEPTH = ScopedValue.newInstance();

  static int tree(int depth) throws Exception {
    if (depth == 0) return DEPTH.get();
    try (var scope = StructuredTaskScope.open(Joiner.<Integer>awaitAllSuccessfulOrThrow())) {
      Subtask<Integer> left = scope.fork(() -> tree(depth - 1)), right = scope.fork(() -> tree(depth - 1));
      scope.join();
      return left.get() + right.get();
    }
  }

  public static void main(String[] args) throws Exception {
    System.out.println(ScopedValue.where(DEPTH, 3).call(() -> tree(9)));
    try (var scope = StructuredTaskScope.open(Joiner.<Integer>allSuccessfulOrThrow())) {
      for (int i = 0; i < 3000; i++) {
        int number = i;
        scope.fork(() -> {
          Thread.sleep(number % 10);
          return number;
        });
      }
      System.out.println(scope.join().mapToInt(Subtask::get).sum());
    }
    try (var scope = StructuredTaskScope.open(Joiner.<String>anySuccessfulResultOrThrow())) {
      scope.fork(() -> {
        Thread.sleep(1_000_000);
        return "slow";
      });
      scope.fork(() -> "fast");
      System.out.println(scope.join());
    }
    try (var scope = StructuredTaskScope.open(Joiner.<String>awaitAllSuccessfulOrThrow())) {
      scope.fork(() -> {
        Thread.sleep(1_000_000);
        return "never";
      });
      scope.fork(() -> {
        throw new IllegalStateException("fails");
      });
      scope.join();
    } catch (FailedException e) {
      System.out.println(e.getCause());
    }
    SynchronousQueue<Integer> queue = new SynchronousQueue<>();
    long[] sum = {0};
    Thread consumer = Thread.startVirtualThread(() -> {
      try {
        for (int i = 0; i < 2000; i++) sum[0] += queue.take();
      } catch (InterruptedException e) {
        System.out.println(e);
      }
    });
    for (int i = 0; i < 4; i++) {
      int part = i;
      Thread.startVirtualThread(() -> {
        try {
          for (int k = 0; k < 500; k++) queue.put(part * 500 + k);
        } catch (InterruptedException e) {
          System.out.println(e);
        }
      });
    }
    consumer.join();
    System.out.println(sum[0]);
    // A ring of threads hands a token around.
    int size = 500;
    List<LinkedTransferQueue<Integer>> ring = Stream.generate(LinkedTransferQueue<Integer>::new).limit(size).toList();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int at = i;
      threads.add(Thread.startVirtualThread(() -> {
        try {
          for (int round = 0; round < 3; round++) ring.get((at + 1) % size).put(ring.get(at).take() + 1);
        } catch (InterruptedException e) {
          System.out.println(e);
        }
      }));
    }
    ring.get(0).put(0);
    for (Thread thread : threads) thread.join();
    System.out.println(ring.get(0).take());
  }
}
