// Stack traces and walks of mounted, nested and yielded continuations.
// run: --add-exports java.base/jdk.internal.vm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.vm=ALL-UNNAMED
import java.util.*;
import java.util.stream.*;
import jdk.internal.vm.*;

public class ContinuationWalks {
  static final ContinuationScope OUTER = new ContinuationScope("outer"), INNER = new ContinuationScope("inner");

  static void show(String what, Stream<StackTraceElement> frames) {
    System.out.println(what + ":");
    frames.forEach(frame -> System.out.println("  " + frame.getClassName().replaceAll("\\$\\$Lambda.*", "") + "." + frame.getMethodName()));
  }

  static void innermost() {
    show("throwable", Arrays.stream(new Throwable().getStackTrace()));
    show("current thread", Arrays.stream(Thread.currentThread().getStackTrace()));
    StackWalker.getInstance().walk(frames -> {
      show("walker", frames.map(StackWalker.StackFrame::toStackTraceElement));
      return null;
    });
    Continuation.yield(INNER);
    innermostAgain();
  }

  static void innermostAgain() {
    Continuation.yield(OUTER);
  }

  static void middle() {
    Continuation inner = new Continuation(INNER, ContinuationWalks::innermost);
    inner.run();
    show("yielded inner", Arrays.stream(inner.getStackTrace()));
    show("yielded inner, by a walker", inner.stackWalker().walk(s -> s.map(StackWalker.StackFrame::toStackTraceElement).toList()).stream());
    inner.run();
    System.out.println("inner done " + inner.isDone());
    throw new RuntimeException("out of the outer one");
  }

  static int deep(int n) {
    if (n == 0) {
      Continuation.yield(OUTER);
      return 0;
    }
    return deep(n - 1) + 1;
  }

  public static void main(String[] args) {
    Continuation outer = new Continuation(OUTER, ContinuationWalks::middle);
    outer.run();
    show("yielded outer", Arrays.stream(outer.getStackTrace()));
    show("outer with inner", outer.stackWalker(EnumSet.noneOf(StackWalker.Option.class)).walk(s -> s.map(StackWalker.StackFrame::toStackTraceElement).toList()).stream());
    try {
      outer.run();
    } catch (RuntimeException e) {
      show(e.getMessage(), Arrays.stream(e.getStackTrace()));
    }
    System.out.println("outer done " + outer.isDone());
    Continuation tower = new Continuation(OUTER, () -> System.out.println(deep(500)));
    tower.run();
    StackTraceElement[] frames = tower.getStackTrace();
    System.out.println(Arrays.stream(frames).filter(f -> f.getMethodName().equals("deep")).count());
    tower.run();
    System.out.println(tower.getStackTrace().length);
  }
}
