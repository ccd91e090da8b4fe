// JEP 421: finalizers run by default, and not at all with --finalization=disabled; cleaners and references are not concerned.
// also: run: --finalization=disabled
import java.lang.ref.*;
import java.util.concurrent.*;

public class Finalization {
  static final CountDownLatch FINALIZED = new CountDownLatch(1), CLEANED = new CountDownLatch(2);
  static volatile Object saved;

  static class Old {
    final String name;
    Old(String name) { this.name = name; }
    @SuppressWarnings("removal") @Override protected void finalize() {
      if (name.equals("saved")) saved = this;
      FINALIZED.countDown();
      throw new IllegalStateException("finalizers may throw");
    }
  }
  static class Late extends Old { Late() { super("late"); } }

  public static void main(String[] args) throws Exception {
    Cleaner cleaner = Cleaner.create();
    cleaner.register(new Object(), CLEANED::countDown);
    cleaner.register(new Old("cleaned"), CLEANED::countDown);
    WeakReference<Old> weak = new WeakReference<>(new Old("saved"));
    new Late();
    for (int i = 0; i < 100 && (CLEANED.getCount() > 0 || weak.get() != null); i++) {
      System.gc();
      System.runFinalization();
      CLEANED.await(20, TimeUnit.MILLISECONDS);
    }
    boolean ran = FINALIZED.await(200, TimeUnit.MILLISECONDS);
    System.out.println("finalized " + ran + ", saved " + (saved != null) + ", cleaned " + (CLEANED.getCount() == 0) + ", weak " + weak.get());
    System.out.println(Thread.getAllStackTraces().keySet().stream().map(Thread::getName).filter(n -> n.equals("Finalizer") || n.equals("Reference Handler")).sorted().toList());
    start("--finalization=enabled", "-version");
    start("--finalization=", "-version");
    start("--finalization=maybe", "-version");
    start("--finalization", "-version");
  }

  static void start(String... arguments) throws Exception {
    var command = new java.util.ArrayList<>(java.util.List.of(ProcessHandle.current().info().command().get()));
    command.addAll(java.util.List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes());
    System.out.println(process.waitFor() + " " + (out.contains("\"25") ? "version" : out));
  }
}
