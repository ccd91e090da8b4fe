// StackWalker in each form, deep stacks, and stacks of other threads.
// run: -XX:+UnlockExperimentalVMOptions -XX:-VMContinuations
import java.lang.StackWalker.Option;
import java.util.*;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

public class Walker {
  static int deep(int left, StackWalker walker) {
    if (left > 0) return deep(left - 1, walker);
    return walker.walk(s -> s.map(f -> f.getMethodName().equals("deep") ? 1 : 0).reduce(0, Integer::sum));
  }
  static Class<?> caller() { return StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE).getCallerClass(); }
  static class Other { static Class<?> ask() { return caller(); } }

  static String show(StackWalker.StackFrame f) {
    return f.getClassName() + "." + f.getMethodName() + f.getDescriptor() + ":" + f.getLineNumber() + " " + f.isNativeMethod();
  }

  static void park(CountDownLatch in, Object lock) {
    synchronized (lock) {
      in.countDown();
      try { lock.wait(); } catch (InterruptedException e) { }
    }
  }

  public static void main(String[] args) throws Exception {
    StackWalker plain = StackWalker.getInstance();
    plain.forEach(f -> System.out.println(show(f)));
    for (int depth : new int[] {0, 1, 5, 6, 7, 8, 9, 30, 300}) System.out.print(deep(depth, plain) + " ");
    System.out.println();
    StackWalker classes = StackWalker.getInstance(Set.of(Option.RETAIN_CLASS_REFERENCE, Option.DROP_METHOD_INFO));
    List<Class<?>> found = classes.walk(s -> s.<Class<?>>map(StackWalker.StackFrame::getDeclaringClass).collect(Collectors.toList()));
    System.out.println(found);
    StackWalker retain = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE);
    Runnable inLambda = () -> retain.forEach(f -> System.out.println(f.getDeclaringClass() + " " + f.getMethodType() + " " + f.toStackTraceElement()));
    inLambda.run();
    System.out.println(caller() + " " + Other.ask());
    try { plain.getCallerClass(); } catch (UnsupportedOperationException e) { System.out.println(e.getMessage()); }
    Walker.class.getDeclaredMethod("reflected").invoke(null);
    long count = StackWalker.getInstance(Set.of(Option.SHOW_REFLECT_FRAMES), 3).walk(s -> s.count());
    System.out.println(count);
    System.out.println(plain.walk(s -> s.skip(0).limit(1).findFirst()).get().getMethodName());

    Object lock = new Object();
    var in = new CountDownLatch(1);
    Thread thread = new Thread(() -> park(in, lock), "parked");
    thread.start();
    in.await();
    while (thread.getState() != Thread.State.WAITING) Thread.sleep(1);
    for (StackTraceElement e : thread.getStackTrace()) if (!e.getClassName().startsWith("java.")) System.out.println(e);
    System.out.println(thread.getStackTrace()[0] + " " + Thread.getAllStackTraces().containsKey(thread));
    synchronized (lock) { lock.notifyAll(); }
    thread.join();
    System.out.println(thread.getStackTrace().length + " " + Thread.currentThread().getStackTrace()[1]);
    Thread.ofVirtual().start(() -> plain.forEach(f -> System.out.println(show(f)))).join();
  }

  static void reflected() {
    StackWalker.getInstance(Set.of(Option.SHOW_HIDDEN_FRAMES)).walk(s -> { System.out.println(s.anyMatch(f -> f.getClassName().contains("DirectMethodHandleAccessor"))); return 0; });
    List<String> names = StackWalker.getInstance().walk(s -> s.map(StackWalker.StackFrame::getMethodName).toList());
    System.out.println(names);
  }
}
