// Thread.getState, getStackTrace and toString of virtual threads that run, park, sleep, block, wait and end.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.*;

public class VirtualStates {
  static final Object LOCK = new Object();
  static final AtomicBoolean STOP = new AtomicBoolean();

  static void parks() {
    LockSupport.park();
  }

  static void sleeps() {
    try {
      Thread.sleep(1_000_000);
    } catch (InterruptedException e) {
    }
  }

  static void waits() {
    synchronized (LOCK) {
      try {
        LOCK.wait();
      } catch (InterruptedException e) {
      }
    }
  }

  static void waitsForAWhile() {
    synchronized (LOCK) {
      try {
        LOCK.wait(1_000_000);
      } catch (InterruptedException e) {
      }
    }
  }

  static void blocks() {
    synchronized (LOCK) { System.out.print(""); }
  }

  static void computes() {
    while (!STOP.get()) Thread.onSpinWait();
  }

  // The carrier's number and the thread's own differ from run to run.
  static void show(String name, Thread thread) {
    System.out.println(name + " " + thread.getState() + " " + thread.isAlive() + " " + thread.toString().replaceAll("\\d+", "N"));
    for (StackTraceElement frame : thread.getStackTrace()) {
      System.out.println("  " + frame.getClassName() + "." + frame.getMethodName() + (frame.getClassName().equals("VirtualStates") ? ":" + frame.getLineNumber() : ""));
    }
  }

  static Thread start(String name, Runnable task, Thread.State state) throws Exception {
    Thread thread = Thread.ofVirtual().name(name).start(task);
    while (thread.getState() != state) Thread.sleep(1);
    return thread;
  }

  public static void main(String[] args) throws Exception {
    Thread unstarted = Thread.ofVirtual().name("unstarted").unstarted(() -> {});
    show("unstarted", unstarted);
    unstarted.start();
    unstarted.join();
    show("ended", unstarted);
    Thread parked = start("parked", VirtualStates::parks, Thread.State.WAITING);
    show("parked", parked);
    LockSupport.unpark(parked);
    parked.join();
    Thread asleep = start("asleep", VirtualStates::sleeps, Thread.State.TIMED_WAITING);
    show("asleep", asleep);
    asleep.interrupt();
    asleep.join();
    Thread waiting = start("waiting", VirtualStates::waits, Thread.State.WAITING);
    show("waiting", waiting);
    waiting.interrupt();
    waiting.join();
    Thread timed = start("timed", VirtualStates::waitsForAWhile, Thread.State.TIMED_WAITING);
    show("timed", timed);
    timed.interrupt();
    timed.join();
    Thread blocked;
    synchronized (LOCK) {
      blocked = start("blocked", VirtualStates::blocks, Thread.State.BLOCKED);
      show("blocked", blocked);
    }
    blocked.join();
    Thread runs = start("runs", VirtualStates::computes, Thread.State.RUNNABLE);
    while (runs.getStackTrace().length == 0 || !runs.getStackTrace()[runs.getStackTrace().length > 1 ? runs.getStackTrace().length - 2 : 0].getMethodName().equals("computes")) Thread.sleep(1);
    System.out.println(runs.getState() + " " + runs.isVirtual());
    STOP.set(true);
    runs.join();
    System.out.println(Thread.getAllStackTraces().keySet().stream().noneMatch(Thread::isVirtual));
    Thread fails = Thread.ofVirtual().name("fails").uncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + " " + e + " " + e.getStackTrace().length)).start(() -> {
      throw new IllegalStateException("in a virtual thread");
    });
    fails.join();
  }
}
