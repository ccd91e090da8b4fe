// A file that gets shorter while it is mapped: what the program does to a page that is gone is an InternalError, by single values, by whole arrays
// and by the class library's loops; the pages before it, and the VM, go on.
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

public class TruncatedMapping {
  static final int GONE = 8192;
  static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

  interface Access {
    Object run() throws Exception;
  }

  // In a thread of its own: HotSpot throws some instructions later, in whatever method that is.
  static void attempt(String name, Access access) throws Exception {
    String[] end = new String[1];
    Thread thread = new Thread(() -> {
      try {
        end[0] = "gave " + access.run();
      } catch (Throwable thrown) {
        end[0] = thrown.toString();
      }
    });
    thread.start();
    thread.join();
    System.out.println(name + ": " + end[0]);
  }

  static MappedByteBuffer shortened(Path path) throws IOException {
    try (FileChannel file = new RandomAccessFile(path.toFile(), "rw").getChannel()) {
      file.position(32000).write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
      MappedByteBuffer map = file.map(FileChannel.MapMode.READ_WRITE, 0, file.size());
      file.truncate(512);
      return map;
    }
  }

  static ByteBuffer rest(ByteBuffer map) {
    map.clear().position(GONE);
    return map;
  }

  public static void main(String[] args) throws Exception {
    Path path = Files.createTempFile("mapped", null);
    MappedByteBuffer map = shortened(path);
    byte[] bytes = new byte[100];
    int[] ints = new int[100];
    attempt("there", () -> map.put(100, (byte) 7).get(100));  // expect: there: gave 7
    attempt("get", () -> map.get(GONE));  // expect: get: java.lang.InternalError: a fault occurred in a recent unsafe memory access operation in compiled Java code
    attempt("put", () -> map.put(GONE, (byte) 1).position());
    attempt("getChar", () -> map.getChar(GONE));
    attempt("getInt", () -> map.getInt(GONE + 1));
    attempt("getLong", () -> map.getLong(GONE));
    attempt("putDouble", () -> map.putDouble(GONE, 1).position());
    attempt("volatile get", () -> INTS.getVolatile(map, GONE));
    attempt("volatile set", () -> {
      INTS.setVolatile(map, GONE, 1);
      return map.position();
    });
    attempt("get array", () -> map.get(GONE, bytes).position());
    attempt("put array", () -> map.put(GONE, bytes).position());
    attempt("get across the end", () -> map.get(4000, bytes).position() + map.get(4090, bytes).position());
    attempt("ints", () -> rest(map).order(ByteOrder.nativeOrder()).asIntBuffer().get(ints).position());
    attempt("swapped ints", () -> rest(map).order(ByteOrder.BIG_ENDIAN).asIntBuffer().get(ints).position());
    attempt("compact", () -> rest(map).compact().position());
    attempt("load", () -> map.load());
    attempt("mismatch", () -> rest(map).mismatch(ByteBuffer.allocateDirect(1000)));
    attempt("equals", () -> rest(map).equals(ByteBuffer.allocate(map.remaining())));
    attempt("hashCode", () -> rest(map).hashCode());
    attempt("decode", () -> StandardCharsets.UTF_8.decode(rest(map)).length());
    attempt("again", () -> {
      int failures = 0;
      for (int i = 0; i < 1000; ++i) {
        try {
          failures += map.get(GONE + i) + Integer.valueOf(i).hashCode();
        } catch (InternalError expected) {
          failures += 1;
        }
      }
      return failures > 0;
    });
    attempt("there still", () -> map.get(100));
    Files.delete(path);
  }
}
