// Ends in the way that the first argument names, while another thread runs on. Prints identity hash codes of objects that were waited for.
public class Ends {
  static final Object first = new Object();
  static final Object second = new Object();

  static void take(Object one, Object other) {
    synchronized (one) {
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      synchronized (other) {
        System.out.println("both");
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Thread other = new Thread(() -> take(first, first), "other");
    other.setDaemon(true);
    other.start();
    Thread.sleep(10);
    synchronized (first) {
      System.out.println(System.identityHashCode(first) + " " + System.identityHashCode(new Object()));
    }
    switch (args[0]) {
      case "exit" -> System.exit(3);
      case "halt" -> Runtime.getRuntime().halt(4);
      case "throw" -> throw new Exception("x");
      case "deadlock" -> {
        Thread one = new Thread(() -> take(first, second), "one");
        one.start();
        take(second, first);
      }
      default -> { }
    }
  }
}
