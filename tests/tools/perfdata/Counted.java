import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

// Does what lines on stdin say: collect, fill the heap, start N threads, count, halt. Each is answered when it is done.
public class Counted {
  static final List<Object> kept = new ArrayList<>();

  static void say(String text) {
    System.out.println(text);
    System.out.flush();
  }

  public static void main(String[] args) throws Exception {
    say("ready " + String.join(",", args));
    var in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null; ) {
      switch (line.split(" ")[0]) {
        case "gc":
          System.gc();
          break;
        case "fill":
          for (int i = 0; i < 3000; i++) {
            kept.add(new byte[10_000]);
          }
          break;
        case "threads":
          for (int i = Integer.parseInt(line.split(" ")[1]); i > 0; i--) {
            Thread thread = new Thread(() -> { try { Thread.sleep(1_000_000); } catch (InterruptedException e) { } });
            thread.setDaemon(true);
            thread.start();
          }
          break;
        case "counts":
          long young = 0;
          long full = 0;
          for (var bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (bean.getMemoryPoolNames().length == 2) {
              young = bean.getCollectionCount();
            } else {
              full = bean.getCollectionCount();
            }
          }
          say(young + " " + full + " " + ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount());
          continue;
        case "halt":
          Runtime.getRuntime().halt(0);
          break;
        default:
          throw new IOException(line);
      }
      say("done");
    }
  }
}
