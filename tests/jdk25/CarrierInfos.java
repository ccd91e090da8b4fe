// A carrier waits for the virtual thread that is mounted on it, as java.lang.management tells.
import java.lang.management.*;

public class CarrierInfos {
  static volatile boolean started;
  static volatile boolean done;

  static void tell(Thread passenger, boolean withLocks) {
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    for (ThreadInfo info : bean.getThreadInfo(bean.getAllThreadIds(), withLocks, withLocks)) {
      if (info.getThreadName().startsWith("ForkJoinPool")) {
        LockInfo lock = info.getLockInfo();
        System.out.println(info.getThreadState() + " for " + lock.getClassName() + " " + (lock.getIdentityHashCode() == System.identityHashCode(passenger)));
        System.out.println((info.getLockOwnerId() == passenger.threadId()) + " " + info.getLockOwnerName());
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Thread passenger = Thread.ofVirtual().name("passenger").start(() -> {
      started = true;
      while (!done) Thread.onSpinWait();
    });
    while (!started) Thread.sleep(1);
    tell(passenger, false);
    tell(passenger, true);
    done = true;
    passenger.join();
  }
}
