// Stack traces, causes, suppressed exceptions, helpful messages, and an uncaught exception at the end.
// run: -XX:+UnlockExperimentalVMOptions -XX:-VMContinuations
public class Traces {
  static int[] ints;
  Traces next;
  String text;

  static void fail(int depth) {
    if (depth == 0) throw new IllegalStateException("deep", new RuntimeException("cause"));
    fail(depth - 1);
  }
  static void helpful(Runnable body) {
    try { body.run(); } catch (RuntimeException e) { System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage()); }
  }
  static class Resource implements AutoCloseable {
    public void close() { throw new UnsupportedOperationException("close"); }
  }

  static void overflow(int depth) { overflow(depth + 1); }

  public static void main(String[] args) throws Exception {
    Traces local = new Traces();
    Object[][] rows = new Object[2][];
    helpful(() -> System.out.println(ints[0]));
    helpful(() -> System.out.println(local.next.text.length()));
    helpful(() -> rows[1][0] = null);
    helpful(() -> local.text.length());
    helpful(() -> System.out.println((String) (Object) 1));
    helpful(() -> System.out.println(new int[3][-1]));
    helpful(() -> { Object[] a = new String[1]; a[0] = 1; });
    helpful(() -> "abc".substring(5));
    helpful(() -> java.util.List.of(1).get(3));
    helpful(() -> System.out.println(1 / (args.length)));
    helpful(() -> System.arraycopy(new int[1], 0, new int[1], 0, 2));
    helpful(() -> { throw null; });
    helpful(() -> { synchronized (local.next) { } });
    try { fail(2); } catch (IllegalStateException e) { e.printStackTrace(); }
    try (Resource r = new Resource()) { throw new RuntimeException("body"); } catch (RuntimeException e) { e.printStackTrace(); }
    try { overflow(0); } catch (StackOverflowError e) { System.out.println(e + " " + (e.getStackTrace().length == 1024)); }
    try { Class.forName("no.such.Class"); } catch (ClassNotFoundException e) { System.out.println(e); }
    Thread thread = new Thread(() -> { throw new RuntimeException("in thread"); }, "worker");
    thread.start();
    thread.join();
    new Exception("of virtual").printStackTrace();
    Thread.ofVirtual().name("v").start(() -> new Exception("here").printStackTrace()).join();
    fail(1);
  }
}
