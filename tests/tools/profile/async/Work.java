import java.util.ArrayList;
import java.util.List;

// Two threads of which each spends its time in spin and half, about two to one, and allocates arrays of int.
//   java Work MILLISECONDS
public class Work {
  static volatile long sum;

  static long spin(int rounds) {
    long result = 0;
    for (int i = 0; i < rounds; i++) {
      result += i * 31L % 7;
    }
    return result;
  }

  static long half(int rounds) {
    long result = 0;
    for (int i = 0; i < rounds; i++) {
      result ^= i * 17L;
    }
    return result;
  }

  static int[] allocate() {
    return new int[1000];
  }

  static void work(long until) {
    List<int[]> kept = new ArrayList<>();
    for (int i = 0; System.currentTimeMillis() < until; i++) {
      sum += spin(3000) + half(1500);
      if (i % 4 == 0) {
        kept.add(allocate());
      }
      if (kept.size() > 500) {
        kept.clear();
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    long until = System.currentTimeMillis() + Long.parseLong(args[0]);
    Thread[] all = new Thread[2];
    for (int i = 0; i < all.length; i++) {
      all[i] = new Thread(() -> work(until), "worker " + i);
      all[i].start();
    }
    for (Thread thread : all) {
      thread.join();
    }
    System.out.println("done");
  }
}
