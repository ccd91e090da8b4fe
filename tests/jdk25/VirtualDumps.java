// The library's dump of threads shows virtual threads: parked, blocked, waiting.
import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.lang.management.ManagementFactory;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.locks.*;

public class VirtualDumps {
  static final Object HELD = new Object(), WAITED = new Object();
  static final ReentrantLock LOCK = new ReentrantLock();

  static void waitForMonitor() {
    synchronized (HELD) {
      System.out.print("");
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

  static Thread start(String name, Runnable task, Thread.State state) throws Exception {
    Thread thread = Thread.ofVirtual().name(name).start(task);
    while (thread.getState() != state) Thread.sleep(1);
    return thread;
  }

  // Prints what the dump says of the threads that this program made, without numbers, times, addresses and frames of the library.
  static void print(Path dump) throws Exception {
    List<String> threads = new ArrayList<>();
    for (String thread : Files.readString(dump).split("\\R\\R")) {
      if (!thread.contains("\"of-this-")) continue;
      thread = thread.replaceAll("(?m)^ +at (java.base|jdk.management)/.*\\R?", "");
      threads.add(thread.replaceAll("#\\d+ ", "").replaceAll("20\\d\\d-\\S+", "TIME").replaceAll("@[0-9a-f]+", "@A").replaceAll(":\\d+\\)", ")").strip());
    }
    Collections.sort(threads);
    threads.forEach(System.out::println);
  }

  public static void main(String[] args) throws Exception {
    Path dump = Files.createTempDirectory("dumps").resolve("threads.txt"), json = dump.resolveSibling("threads.json");
    HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    Thread waiter = start("of-this-waiter", VirtualDumps::waitForNotify, Thread.State.WAITING), blocked, parked;
    LOCK.lock();
    synchronized (HELD) {
      blocked = start("of-this-blocked", VirtualDumps::waitForMonitor, Thread.State.BLOCKED);
      parked = start("of-this-parked", VirtualDumps::park, Thread.State.WAITING);
      bean.dumpThreads(dump.toString(), ThreadDumpFormat.TEXT_PLAIN);
      bean.dumpThreads(json.toString(), ThreadDumpFormat.JSON);
    }
    LOCK.unlock();
    waiter.interrupt();
    for (Thread thread : List.of(waiter, blocked, parked)) thread.join();
    print(dump);
    System.out.println(Files.readString(json).contains("\"virtual\": true"));
    long known = Arrays.stream(ManagementFactory.getThreadMXBean().dumpAllThreads(true, true)).filter(info -> info.getThreadName().startsWith("of-this-")).count();
    System.out.println("platform threads of that name: " + known);
    Files.delete(dump);
    Files.delete(json);
  }
}
