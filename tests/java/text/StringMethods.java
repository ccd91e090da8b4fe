import java.util.*;
import java.util.stream.*;

// String methods on Latin-1 and UTF-16 strings alike: search, split, replace, compare, case, strip, repeat, lines, join, error texts.
// also: run: -XX:-CompactStrings
public class StringMethods {
    static void attempt(java.util.function.Supplier<Object> s) {
        try {
            System.out.println(s.get());
        } catch (RuntimeException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        String[] texts = {"", "a", "hello world", "h\u00e9llo w\u00f6rld", "\u4f60\u597d \u4e16\u754c", "mixed \u00e9\u4e2d\ud83d\ude00 end", "  pad\t\n ", "aaaa", "I\u0130\u0131i\u00df"};
        for (String s : texts) {
            System.out.println(s.length() + " " + s.hashCode() + " " + s.indexOf('o') + " " + s.lastIndexOf("l") + " " + s.indexOf("wor", 2) + " " + s.contains("\u4e2d") + " " + s.toUpperCase(Locale.ROOT) + " " + s.toLowerCase(Locale.ROOT) + "|" + s.trim() + "|" + s.strip() + "|" + s.isBlank() + " " + s.codePointCount(0, s.length()) + " " + s.replace('l', '\u4e00') + " " + s.replace("a", "bb") + " " + s.compareTo("hello") + " " + new StringBuilder(s).reverse() + " " + s.chars().sum());
        }
        for (String a : texts) {
            StringBuilder line = new StringBuilder();
            for (String b : texts) line.append(Integer.signum(a.compareTo(b))).append(a.equalsIgnoreCase(b) ? 'e' : '.').append(a.startsWith(b) ? 's' : '.').append(a.endsWith(b) ? 'e' : '.').append(a.regionMatches(true, 0, b, 0, 1) ? 'r' : '.');
            System.out.println(line);
        }
        System.out.println(Arrays.toString("a,b,,c,,".split(",")) + Arrays.toString("a,b,,c,,".split(",", -1)) + Arrays.toString("a1b22c".split("\\d+")) + Arrays.toString("abc".split("")) + Arrays.toString("x".split(",", 2)));
        System.out.println(String.join("-", List.of("x", "y")) + "ab".repeat(3) + "l1\nl2\r\nl3".lines().collect(Collectors.toList()) + "%d%%".formatted(5) + "abc".chars().mapToObj(c -> (char) c).collect(Collectors.toList()) + String.valueOf(new char[] {'o', 'k'}) + "Q".compareToIgnoreCase("q"));
        System.out.println("a-b-c".replaceAll("(\\w)-", "$1$1+") + " tab\\t".translateEscapes() + "  in\n dent".stripIndent() + "x".indent(2).length() + "b".concat("c") + "abcabc".replaceFirst("b", "\\$") + "trans".<Integer>transform(String::length));
        attempt(() -> "abc".charAt(3));
        attempt(() -> "abc".charAt(-1));
        attempt(() -> "\u4e2d".charAt(1));
        attempt(() -> "abc".substring(2, 1));
        attempt(() -> "abc".substring(4));
        attempt(() -> "abc".codePointAt(5));
        attempt(() -> "abc".repeat(-1));
        attempt(() -> new String(new char[2], 1, 2));
        attempt(() -> new StringBuilder("abc").deleteCharAt(3));
        attempt(() -> new StringBuilder("abc").insert(4, "x"));
        attempt(() -> new StringBuilder("abc").replace(1, 2, "XYZ").delete(0, 99).append("new"));
        attempt(() -> String.valueOf((Object) null) + "abc".subSequence(1, 2) + "a".equals(null) + "b".contentEquals(new StringBuilder("b")));
        attempt(() -> new StringBuilder("x").compareTo(new StringBuilder("y")) + new StringBuilder().append(1).append('c').append(2.5).append((String) null).toString());
    }
}
