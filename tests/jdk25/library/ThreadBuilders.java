// Thread.Builder for platform threads, and what else came to Thread: names, numbers, groups, inheritance, joins and sleeps by Duration.
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;

public class ThreadBuilders {
  interface Action { Object run() throws Throwable; }
  static void attempt(String what, Action action) { try { System.out.println(what + ": " + action.run()); } catch (Throwable e) { System.out.println(what + ": " + e); } }
  static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>() { protected String childValue(String parent) { return parent + " of parent"; } };
  static final ThreadLocal<String> OWN = ThreadLocal.withInitial(() -> "initial in " + Thread.currentThread().getName());

  static void tell(Thread t) { System.out.println(t.getName() + " " + t.isDaemon() + " " + t.getPriority() + " " + t.isVirtual() + " " + t.getState() + " " + (t.getThreadGroup() == null ? null : t.getThreadGroup().getName()) + " " + t.isAlive() + " " + t.isInterrupted()); }

  public static void main(String[] args) throws Throwable {
    INHERITED.set("value");
    Runnable show = () -> { tell(Thread.currentThread()); System.out.println(INHERITED.get() + " " + OWN.get()); };
    for (Thread.Builder.OfPlatform b : List.of(Thread.ofPlatform(), Thread.ofPlatform().name("named"), Thread.ofPlatform().name("count-", 7).daemon(), Thread.ofPlatform().name("low").priority(2).daemon(false), Thread.ofPlatform().name("cut off").inheritInheritableThreadLocals(false), Thread.ofPlatform().name("in group").group(new ThreadGroup("g")).stackSize(1 << 20))) {
      Thread t = b.unstarted(show);
      if (t.getName().matches("Thread-\\d+")) t.setName("unnamed");
      tell(t);
      t.start();
      t.join();
      tell(t);
      attempt("again", () -> { t.start(); return "started"; });
    }
    Thread.Builder counted = Thread.ofPlatform().name("c", 0);
    ThreadFactory factory = Thread.ofPlatform().name("f", 100).factory();
    System.out.println(counted.unstarted(show).getName() + counted.unstarted(show).getName() + factory.newThread(show).getName() + factory.newThread(show).getName());
    attempt("null task", () -> Thread.ofPlatform().start(null));
    attempt("null name", () -> Thread.ofPlatform().name(null));
    attempt("priority", () -> Thread.ofPlatform().priority(11));
    attempt("negative start", () -> Thread.ofPlatform().name("x", -1));
    attempt("group", () -> Thread.ofPlatform().group(null));
    attempt("stack", () -> Thread.ofPlatform().stackSize(-1));
    Thread failing = Thread.ofPlatform().name("failing").uncaughtExceptionHandler((t, e) -> System.out.println("handler of " + t.getName() + " got " + e)).start(() -> { throw new IllegalStateException("x"); });
    System.out.println(failing.join(Duration.ofSeconds(20)) + " " + failing.getState() + " " + failing.getUncaughtExceptionHandler());
    Thread plain = new Thread(() -> { throw new Error("to the default"); }, "plain");
    plain.start();
    plain.join();
    Thread.setDefaultUncaughtExceptionHandler((t, e) -> { System.out.println("default: " + e); throw new RuntimeException("handlers may fail"); });
    Thread again = new Thread(() -> { throw new Error("again"); });
    again.start();
    again.join();

    long id = Thread.currentThread().threadId();
    System.out.println((id == Thread.currentThread().getId()) + " " + (Thread.ofPlatform().unstarted(show).threadId() > id) + " " + Thread.currentThread().toString().replaceAll("#\\d+", "#"));
    Thread sleeper = Thread.ofPlatform().name("sleeper").start(() -> { try { Thread.sleep(Duration.ofSeconds(100)); } catch (InterruptedException e) { System.out.println(e.getMessage() + " " + Thread.currentThread().isInterrupted()); } });
    System.out.println(sleeper.join(Duration.ofMillis(30)) + " " + sleeper.join(Duration.ZERO));
    while (sleeper.getState() != Thread.State.TIMED_WAITING) Thread.onSpinWait();
    sleeper.interrupt();
    System.out.println(sleeper.join(Duration.ofSeconds(20)));
    attempt("join unstarted", () -> Thread.ofPlatform().unstarted(show).join(Duration.ofSeconds(1)));
    attempt("negative join", () -> Thread.currentThread().join(Duration.ofSeconds(-1)));
    attempt("sleep negative", () -> { Thread.sleep(Duration.ofSeconds(-1)); return "at once"; });
    attempt("sleep -1", () -> { Thread.sleep(-1); return "?"; });
    attempt("sleep nanos", () -> { Thread.sleep(0, 1_000_000); return "?"; });
    attempt("interrupted sleep", () -> { Thread.currentThread().interrupt(); Thread.sleep(0); return "?"; });
    attempt("interrupted join", () -> { Thread.currentThread().interrupt(); sleeper.join(); return "dead threads are joined at once " + Thread.interrupted(); });
    attempt("stop", () -> { Thread.class.getMethod("stop").invoke(sleeper); return "?"; });
    attempt("suspend", () -> Thread.class.getMethod("suspend"));
    attempt("holdsLock", () -> { synchronized (OWN) { return Thread.holdsLock(OWN) + " " + Thread.holdsLock(INHERITED); } });
    ThreadGroup group = new ThreadGroup("parent");
    ThreadGroup child = new ThreadGroup(group, "child");
    child.setMaxPriority(3);
    CountDownLatch go = new CountDownLatch(1);
    Thread member = Thread.ofPlatform().group(child).priority(9).name("member").start(() -> { try { go.await(); } catch (InterruptedException e) { System.out.println("interrupted"); } });
    System.out.println(member.getPriority() + " " + group.activeCount() + " " + group.activeGroupCount() + " " + child.getParent().getName() + " " + group.parentOf(child) + " " + group.isDestroyed() + " " + child);
    group.interrupt();
    member.join();
    group.destroy();
    System.out.println(group.activeCount() + " " + group.isDestroyed());
    System.out.println(Thread.getAllStackTraces().keySet().stream().map(Thread::getName).filter(n -> List.of("main", "Finalizer", "Reference Handler", "Signal Dispatcher", "Common-Cleaner").contains(n)).sorted().toList());
  }
}
