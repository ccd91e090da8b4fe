// JEP 400: UTF-8 by default, and what still follows the machine; malformed input in each of the ways to read; charsets by name.
import java.io.*;
import java.nio.*;
import java.nio.charset.*;
import java.nio.file.*;
import java.util.*;

public class Charsets {
  interface Action { Object run() throws Throwable; }
  static void attempt(String what, Action action) { try { System.out.println(what + ": " + action.run()); } catch (Throwable e) { System.out.println(what + ": " + e); } }

  public static void main(String[] args) throws Exception {
    for (String key : List.of("file.encoding", "native.encoding", "stdout.encoding", "stderr.encoding", "stdin.encoding", "sun.jnu.encoding")) System.out.println(key + " " + System.getProperty(key));
    System.out.println(Charset.defaultCharset() + " " + System.out.charset() + " " + new InputStreamReader(System.in).getEncoding() + " " + new OutputStreamWriter(OutputStream.nullOutputStream()).getEncoding());
    String text = "aß€😀\uFEFF\u0000z";
    for (String name : List.of("UTF-8", "UTF-16", "UTF-16LE", "UTF-32", "ISO-8859-1", "US-ASCII", "windows-1252", "Shift_JIS", "EUC-KR", "GB18030", "Big5", "IBM037", "KOI8-R", "x-UTF-16LE-BOM", "CESU-8", "ISO-2022-JP")) {
      Charset charset = Charset.forName(name);
      byte[] bytes = text.getBytes(charset);
      System.out.println(name + " " + HexFormat.of().formatHex(bytes) + " " + new String(bytes, charset).equals(text) + " " + charset.newEncoder().maxBytesPerChar() + " " + charset.canEncode() + charset.newEncoder().canEncode('€') + " " + charset.aliases().size() + charset.contains(StandardCharsets.US_ASCII));
    }
    byte[][] malformed = {{(byte) 0x80}, {(byte) 0xc3}, {(byte) 0xe2, (byte) 0x82}, {(byte) 0xed, (byte) 0xa0, (byte) 0x80}, {(byte) 0xf4, (byte) 0x90, (byte) 0x80, (byte) 0x80}, {(byte) 0xc0, (byte) 0x80}, {'a', (byte) 0xff, 'b'}, {(byte) 0xf0, (byte) 0x9f, (byte) 0x98, 'x'}};
    for (byte[] bytes : malformed) {
      Path file = Files.createTempFile("malformed", ".txt");
      Files.write(file, bytes);
      System.out.print(HexFormat.of().formatHex(bytes) + " " + new String(bytes).codePoints().mapToObj(Integer::toHexString).toList() + " ");
      attempt("readString", () -> Files.readString(file));
      attempt("lines", () -> Files.readAllLines(file));
      try (FileReader reader = new FileReader(file.toFile())) { System.out.println(reader.read()); }
      attempt("strict", () -> StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)));
      attempt("ignored", () -> StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.IGNORE).decode(ByteBuffer.wrap(bytes)).length());
      attempt("replaced", () -> StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPLACE).replaceWith("?!").decode(ByteBuffer.wrap(bytes)));
      Files.delete(file);
    }
    attempt("unmappable", () -> StandardCharsets.ISO_8859_1.newEncoder().encode(CharBuffer.wrap("a€")));
    attempt("write", () -> Files.writeString(Files.createTempFile("x", "y"), "\ud800"));
    attempt("unknown", () -> Charset.forName("no-such"));
    attempt("illegal", () -> Charset.forName("no such"));
    attempt("fallback", () -> Charset.forName("no-such", StandardCharsets.UTF_16));
    attempt("supported", () -> Charset.isSupported("latin1") + " " + Charset.forName("latin1") + " " + Charset.availableCharsets().containsKey("UTF-8"));
    attempt("null", () -> Charset.isSupported(null));
    attempt("string", () -> new String(new byte[0], "nothing"));
    // Small buffers: the coder stops and goes on.
    CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
    CharBuffer in = CharBuffer.wrap("x€😀".repeat(20));
    ByteBuffer out = ByteBuffer.allocate(5);
    int bytes = 0, rounds = 0;
    while (true) {
      CoderResult result = encoder.encode(in, out, true);
      bytes += out.position();
      out.clear();
      rounds++;
      if (result.isUnderflow()) break;
    }
    System.out.println(bytes + " " + rounds + " " + encoder.flush(out));
    StringBuilder random = new StringBuilder();
    Random r = new Random(8);
    for (int i = 0; i < 5000; i++) random.appendCodePoint(switch (r.nextInt(4)) { case 0 -> r.nextInt(0x80); case 1 -> 0x80 + r.nextInt(0x700); case 2 -> 0x800 + r.nextInt(0xd000 - 0x800); default -> 0x10000 + r.nextInt(0xfffff); });
    String s = random.toString();
    for (String name : List.of("UTF-8", "UTF-16BE", "UTF-32LE", "GB18030", "CESU-8")) System.out.print(new String(s.getBytes(name), name).equals(s) + " " + Arrays.hashCode(s.getBytes(name)) + " ");
    System.out.println();
    PrintStream latin = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.ISO_8859_1);
    latin.println("latin: " + latin.charset());
    new PrintWriter(System.out, true, Charset.defaultCharset()).println("äöü");
  }
}
