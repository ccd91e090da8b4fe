// The library's own thread dump, which asks the VM for a snapshot of each thread: of platform threads, and of virtual ones.
import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.lang.management.ManagementFactory;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.locks.*;

public class ThreadDumps {
  static final Object HELD = new Object(), WAITED = new Object();
  static final ReentrantLock LOCK = new ReentrantLock();

  static void waitForMonitor() {
    synchronized (HELD) {
      System.out.println("got it");
    }
  }

  static void waitForNotify() {
    synchronized (WAITED) {
      try {
        WAITED.wait();
      } catch (InterruptedException e) {
        System.out.println("woken");
      }
    }
  }

  static void park() {
    LOCK.lock();
    LOCK.unlock();
  }

  static Thread start(Thread.Builder kind, String name, Runnable task, Thread.State state) throws Exception {
    Thread thread = kind.name(name).start(task);
    while (thread.getState() != state) Thread.sleep(1);
    return thread;
  }

  // Prints what the dump says of the threads that this program made, by name: without numbers of threads and lines, times, addresses
  // and frames of the library.
  static void print(Path dump) throws Exception {
    List<String> threads = new ArrayList<>();
    for (String thread : Files.readString(dump).split("\\R\\R")) {
      if (!thread.contains("\"of-this-") && !thread.contains("\"main\"")) continue;
      thread = thread.replaceAll("(?m)^ +at (java.base|jdk.management)/.*\\R?", "");
      threads.add(thread.replaceAll("#\\d+ ", "").replaceAll("20\\d\\d-\\S+", "TIME").replaceAll("@[0-9a-f]+", "@A").replaceAll(":\\d+\\)", ")").strip());
    }
    Collections.sort(threads);
    threads.forEach(System.out::println);
  }

  static void dump(Thread.Builder kind) throws Exception {
    System.out.println(kind.getClass().getSimpleName());
    Path dump = Files.createTempDirectory("dumps").resolve("threads.txt"), json = dump.resolveSibling("threads.json");
    HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    Thread waiter = start(kind, "of-this-waiter", ThreadDumps::waitForNotify, Thread.State.WAITING), blocked, parked;
    LOCK.lock();
    synchronized (HELD) {
      blocked = start(kind, "of-this-blocked", ThreadDumps::waitForMonitor, Thread.State.BLOCKED);
      parked = start(kind, "of-this-parked", ThreadDumps::park, Thread.State.WAITING);
      bean.dumpThreads(dump.toString(), ThreadDumpFormat.TEXT_PLAIN);
      bean.dumpThreads(json.toString(), ThreadDumpFormat.JSON);
      long known = Arrays.stream(ManagementFactory.getThreadMXBean().dumpAllThreads(true, true)).filter(info -> info.getThreadName().startsWith("of-this-")).count();
      System.out.println("platform threads of that name: " + known);
    }
    LOCK.unlock();
    blocked.join();
    parked.join();
    waiter.interrupt();
    waiter.join();
    print(dump);
    String text = Files.readString(json);
    System.out.println(text.contains("\"of-this-waiter\"") + " " + text.contains("\"waitingOn\"") + " " + text.contains("\"blockedOn\"") + " " + text.contains("\"parkBlocker\""));
    Files.delete(dump);
    Files.delete(json);
    System.out.println(text.contains("\"virtual\": true"));
    Files.delete(dump.getParent());
  }

  public static void main(String[] args) throws Exception {
    dump(Thread.ofPlatform());
    dump(Thread.ofVirtual());
  }
}
