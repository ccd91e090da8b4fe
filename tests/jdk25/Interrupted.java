// The stack overflows and threads are interrupted while scoped values and the library's own threads are in use.
// run: -XX:+UnlockExperimentalVMOptions -XX:-VMContinuations
import java.util.*;

public class Interrupted {
  static final ScopedValue<String> NAME = ScopedValue.newInstance();

  static int depth(int n) {
    return depth(n + 1) + ScopedValue.where(NAME, "n" + n).call(() -> NAME.get().length());
  }

  static int nested(int n) {
    return ScopedValue.where(NAME, "n" + n).call(() -> nested(n + 1) + NAME.get().length());
  }

  static void overflow(Runnable task) {
    try {
      task.run();
    } catch (StackOverflowError e) {
      System.out.println("overflow, " + NAME.get());
    }
  }

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 5; i++) {
      ScopedValue.where(NAME, "outer").run(() -> {
        overflow(() -> depth(0));
        overflow(() -> nested(0));
      });
    }
    System.out.println(NAME.isBound());

    // A StackWalker in a virtual thread brings the library's thread that waits for virtual threads to unblock.
    Thread.ofVirtual().start(() -> StackWalker.getInstance().forEach(f -> {})).join();
    Thread unblocker = null;
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("VirtualThread-unblocker")) unblocker = thread;
    }
    System.out.println(unblocker != null && unblocker.isAlive());
    if (unblocker == null) return;
    unblocker.interrupt();
    var beans = java.lang.management.ManagementFactory.getThreadMXBean();
    Thread.sleep(50);
    long before = beans.getThreadCpuTime(unblocker.threadId());
    Thread.sleep(300);
    System.out.println(beans.getThreadCpuTime(unblocker.threadId()) - before < 100_000_000L);
  }
}
