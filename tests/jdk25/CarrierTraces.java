// With -XX:+ShowCarrierFrames the trace of an exception goes on behind a virtual thread's frames; what others see of the stack does not.
// run: -XX:+UnlockDiagnosticVMOptions -XX:+ShowCarrierFrames
// also: run: -XX:+UnlockDiagnosticVMOptions -XX:+ShowCarrierFrames -XX:+ShowHiddenFrames
import java.util.*;

public class CarrierTraces {
  static void show(String what, StackTraceElement[] trace) {
    System.out.println(what);
    for (StackTraceElement each : trace) {
      System.out.println("  " + each.getClassName().replaceAll("/0x.*", "") + "." + each.getMethodName());
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
