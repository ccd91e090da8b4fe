import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import jdk.internal.perf.Perf;

// Makes counters as the class library does, says what may not be asked for, and waits for the end of stdin.
public class Library {
  static final Perf PERF = Perf.getPerf();
  // Perf's numbers; it has no names for them.
  static final int CONSTANT = 1;
  static final int MONOTONIC = 2;
  static final int VARIABLE = 3;

  interface Making {
    ByteBuffer make();
  }

  static void say(String what, Making making) {
    try {
      System.out.println(what + ": " + making.make().capacity());
    } catch (RuntimeException e) {
      System.out.println(what + ": " + e);
    }
  }

  static ByteBuffer attach(int pid, String mode) {
    try {
      return PERF.attach(pid, mode);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static void main(String[] args) throws Exception {
    ByteBuffer number = PERF.createLong("test.number", VARIABLE, 4, 17).order(ByteOrder.nativeOrder());
    number.putLong(0, number.getLong(0) + 1);
    ByteBuffer text = PERF.createByteArray("test.text", VARIABLE, 5, bytes("before"), 8);
    text.put(0, bytes("after "));
    say("constant", () -> PERF.createByteArray("test.constant", CONSTANT, 5, bytes("good\0"), 5));
    say("a name that is taken", () -> PERF.createLong("test.number", VARIABLE, 4, 1));
    say("a text's name that is taken", () -> PERF.createByteArray("test.text", VARIABLE, 5, bytes("x"), 1));
    say("no name", () -> PERF.createLong(null, VARIABLE, 4, 1));
    say("no value", () -> PERF.createByteArray("test.none", VARIABLE, 5, null, 4));
    say("no variability", () -> PERF.createLong("test.zero", 0, 4, 1));
    say("no unit", () -> PERF.createLong("test.unit", VARIABLE, 9, 1));
    say("a text of bytes", () -> PERF.createByteArray("test.bytes", VARIABLE, 2, bytes("x"), 1));
    say("a text that grows", () -> PERF.createByteArray("test.grows", MONOTONIC, 5, bytes("x"), 1));
    say("no process, to write", () -> attach(999_999_999, "rw"));
    say("this process", () -> attach((int) ProcessHandle.current().pid(), "r"));
    while (System.in.read() >= 0) {
    }
  }
}
