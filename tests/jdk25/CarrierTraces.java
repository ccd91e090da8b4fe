// With -XX:+ShowCarrierFrames the trace of an exception goes on behind a virtual thread's frames; what others see of the stack does not.
// run: -XX:+UnlockDiagnosticVMOptions -XX:+ShowCarrierFrames
import java.util.*;

public class CarrierTraces {
  static void show(String what, StackTraceElement[] trace) {
    System.out.println(what);
    for (StackTraceElement each : trace) {
      System.out.println("  " + each.getClassName() + "." + each.getMethodName());
    }
  }

  public static void main(String[] args) throws Exception {
    Thread.ofVirtual().start(() -> {
      show("exception", new Exception().getStackTrace());
      show("thread", Thread.currentThread().getStackTrace());
      System.out.println("walker " + StackWalker.getInstance().walk(frames -> frames.count()));
    }).join();
  }
}
