// switch over strings and numbers, old and new: equal hashes, fall through, yield, nested ones, text blocks as labels, null.
import java.util.*;

public class StringSwitch {
  static String fall(String s) {
    StringBuilder out = new StringBuilder();
    switch (s) {
      case "AaAa": out.append(1);
      case "BBBB": out.append(2); break;
      case "AaBB": out.append(3);
      default: out.append('d');
      case "BBAa": out.append(4);
    }
    return out.toString();
  }
  static int nested(String a, String b) {
    return switch (a) {
      case "x", "y" -> switch (b) {
        case "1" -> 1;
        case "2" -> { int r = 0; for (char c : (a + b).toCharArray()) r = r * 31 + c; yield r; }
        default -> throw new IllegalArgumentException(a + b);
      };
      case "" -> b.isEmpty() ? 0 : -1;
      case """
          block
            with "quotes"
          """ -> 77;
      default -> a.length();
    };
  }
  static String sparse(int n) {
    return switch (n) { case Integer.MIN_VALUE -> "min"; case -1 -> "minus"; case 0, 1, 2, 3 -> "small"; case 1_000_000 -> "million"; case Integer.MAX_VALUE -> "max"; default -> "other"; };
  }
  static char dense(char c) {
    return switch (c) { case 'a' -> 'b'; case 'b' -> 'c'; case 'c' -> 'd'; case 'd', 'e', 'f' -> 'g'; case '\uffff' -> '\0'; default -> '?'; };
  }
  static String effects(int[] at) {
    int i = 0;
    switch (at[i++] + i) {
      case 2 -> { return "two " + i; }
      case 3 -> i += 10;
      default -> { try { i = at[5]; } finally { i = 99; } }
    }
    return "after " + i;
  }
  static final String[] WORDS = new String[300];
  static int generated(String s) {
    return switch (s) { case "w0" -> 0; case "w1" -> 1; case "w17" -> 17; case "w99" -> 99; case "w150" -> 150; case "w299" -> 299; default -> s.hashCode() % 7; };
  }

  public static void main(String[] args) {
    for (String s : List.of("AaAa", "BBBB", "AaBB", "BBAa", "AAAA", "")) System.out.print(fall(s) + " ");
    System.out.println();
    System.out.println(nested("x", "1") + " " + nested(new String("y"), "2") + " " + nested("", "") + " " + nested("", "z") + " " + nested("block\n  with \"quotes\"\n", "") + " " + nested("seven..", "q"));
    try { nested("x", "3"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    try { nested(null, "3"); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
    try { fall(null); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
    for (int n : new int[] {Integer.MIN_VALUE, -1, 0, 3, 4, 1_000_000, Integer.MAX_VALUE, 999_999}) System.out.print(sparse(n) + " ");
    System.out.println();
    for (char c : "abcdefg\uffff\0".toCharArray()) System.out.print((int) dense(c) + " ");
    System.out.println();
    System.out.println(effects(new int[] {1}) + " " + effects(new int[] {2}));
    try { effects(new int[] {5}); } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
    int sum = 0;
    for (int i = 0; i < WORDS.length; i++) { WORDS[i] = "w" + i; sum += generated(WORDS[i]); }
    System.out.println(sum);
  }
}
