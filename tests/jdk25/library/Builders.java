// Strings and builders of 18 to 25: repeat, indexOf in a range, splits with delimiters, code points, comparisons, transforms.
import java.util.*;
import java.util.stream.*;

public class Builders {
  interface Action { Object run(); }
  static void attempt(Action action) { try { System.out.println(action.run()); } catch (RuntimeException | OutOfMemoryError e) { System.out.println(e); } }

  public static void main(String[] args) {
    StringBuilder b = new StringBuilder();
    System.out.println(b.repeat("ab", 3).repeat('x', 2).repeat(0x1F600, 2).repeat("", 9).repeat("z", 0) + " " + b.length() + " " + b.codePointCount(0, b.length()));
    attempt(() -> b.repeat("a", -1));
    attempt(() -> new StringBuilder().repeat(-5, 2));
    attempt(() -> new StringBuilder().repeat("0123456789", Integer.MAX_VALUE / 2));
    System.out.println(new StringBuffer("q").repeat("ü", 3).insert(1, 1.5).deleteCharAt(0).reverse());
    String s = "abcabcabc€abc";
    System.out.println(s.indexOf('c', 3, 5) + " " + s.indexOf('c', 3, 6) + " " + s.indexOf("abc", 1, 5) + " " + s.indexOf("abc", 1, 6) + " " + s.indexOf('€', 0, 13) + " " + s.indexOf("", 3, 3) + " " + s.indexOf("€a", 0, s.length()));
    attempt(() -> s.indexOf('a', -1, 3));
    attempt(() -> s.indexOf("a", 5, 3));
    System.out.println(Arrays.toString("a,b;;c".splitWithDelimiters("[,;]", 0)) + Arrays.toString("a,b;;c,".splitWithDelimiters("[,;]", -1)) + Arrays.toString("a,b;c".splitWithDelimiters(",", 2)) + Arrays.toString(",a".split(",")) + Arrays.toString("".split("x")));
    System.out.println("x".compareTo("xy") + " " + "é".compareTo("z") + " " + "STRASSE".equalsIgnoreCase("straße") + " " + "İ".toLowerCase(Locale.ROOT).length() + " " + "ΑΣ".toLowerCase(Locale.ROOT) + " " + "ﬀ".toUpperCase(Locale.ROOT) + " " + "i".toUpperCase(Locale.of("tr")));
    System.out.println(" \t x \u2003".strip() + "|" + " x ".stripTrailing() + "|" + "\u2003".isBlank() + " " + "a\nb\r\nc\rd".lines().toList() + " " + "  a\n b\n".stripIndent() + "|" + "x".indent(2).length() + " " + "a\\tb\\n\\u0041\\101".translateEscapes().length());
    attempt(() -> "\\q".translateEscapes());
    System.out.println("abc".transform(t -> t + t.length()) + " " + "%s-%5.1f".formatted("f", 2.25) + " " + String.join("/", List.of("a", "b")) + " " + "a-b".chars().filter(Character::isLetter).count() + " " + "😀x".codePoints().boxed().toList() + " " + "ab".describeConstable().get());
    System.out.println(new String(new int[] {0x1F600, 'x'}, 0, 2) + " " + new String(new byte[] {(byte) 0xc3, (byte) 0x28}) + " " + new String(new char[] {0xd800}).getBytes().length + " " + "\ud800".codePointAt(0) + " " + "äöü".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1).length);
    // Latin-1 to UTF-16 and back: contents stay equal, and hashes too.
    StringBuilder grown = new StringBuilder("latin");
    int hash = "latin".hashCode();
    grown.append('€').setLength(5);
    System.out.println(grown.toString().equals("latin") + " " + (grown.toString().hashCode() == hash) + " " + grown.compareTo(new StringBuilder("latim")) + " " + "latin€".substring(0, 5).equals("latin") + " " + "latin€".replace('€', 'n') + " " + "a€".contains("€") + " " + grown.indexOf("tin"));
    char[] out = new char[8];
    CharSequence sequence = new StringBuilder("sequence");
    sequence.getChars(2, 6, out, 1);
    System.out.println(Arrays.toString(out).length() + " " + out[1] + out[4] + " " + CharSequence.compare("ab", new StringBuilder("ac")) + " " + sequence.subSequence(1, 3) + " " + "x".contentEquals(new StringBuffer("x")));
    String concat = "";
    Object none = null;
    for (int i = 0; i < 4; i++) concat += i + 'c' + "|" + (char) (i + 'a') + 1.0f + -0.0 + none + (byte) -1 + true + 5L + new int[0].length;
    System.out.println(concat);
    System.out.println(Stream.of("b", "A", "c").sorted(String.CASE_INSENSITIVE_ORDER).collect(Collectors.joining(",", "[", "]")) + " " + new StringJoiner("-", "<", ">").setEmptyValue("none") + " " + "abab".replaceFirst("b", "\\$") + " " + "Hello".regionMatches(true, 1, "ELL", 0, 3) + " " + "x".repeat(0).isEmpty() + " " + "a".endsWith("") + " " + "abc".lastIndexOf("", 1));
    long sum = 0;
    for (int i = 0; i < 3000; i++) {
      String t = Integer.toString(i, 36).repeat(i % 5).concat(i % 7 == 0 ? "€" : "e");
      sum = sum * 31 + t.hashCode() + t.indexOf('e') + t.length() + new StringBuilder(t).reverse().toString().compareTo(t);
      if (t.intern() != new String(t.toCharArray()).intern()) System.out.println("intern");
    }
    System.out.println(sum);
  }
}
