// Strings, formatting and numbers of 18 to 25: UTF-8 by default, StringBuilder.repeat, Math.clamp, ListFormat, bits.
import java.nio.charset.Charset;
import java.text.*;
import java.util.*;

public class Texts {
  public static void main(String[] args) {
    System.out.println(Charset.defaultCharset() + " " + System.getProperty("native.encoding"));
    System.out.println(String.format("%5d|%-8s|%08.3f|%x|%,d|%e|%b|%c|%10.4s|", 42, "abc", Math.E, 255, 1234567, 12345.678, true, 'x', "truncated"));
    System.out.println("%s and %2$d %1$s".formatted("one", 2));
    System.out.println(new StringBuilder().repeat("ab", 3).repeat('c', 2).append(1.0f).reverse());
    System.out.println("a,b;c".splitWithDelimiters("[,;]", 0).length + " " + "hello".indexOf('l', 0, 3) + " " + "x\ty".translateEscapes());
    System.out.println(Math.clamp(15L, 1, 10) + " " + Math.ceilDiv(7, 2) + " " + Math.unsignedMultiplyHigh(-1L, 2L) + " " + StrictMath.floorMod(-3, 2));
    System.out.println(Integer.compress(0b10110, 0b11010) + " " + Long.expand(5, 0xF0F0) + " " + Integer.reverseBytes(1));
    System.out.println(Float.float16ToFloat((short) 0x3c00) + " " + Float.floatToFloat16(1.5f) + " " + Character.isEmoji(0x1F600) + " " + Character.toString(0x1F600));
    System.out.println(HexFormat.of().formatHex(new byte[] {1, (byte) 0xab}) + " " + Locale.of("de", "CH") + " " + "ß".toUpperCase(Locale.ROOT));
    System.out.println(ListFormat.getInstance(Locale.US, ListFormat.Type.STANDARD, ListFormat.Style.FULL).format(List.of("a", "b", "c")));
    System.out.println(NumberFormat.getCurrencyInstance(Locale.US).format(1234.5) + " " + new DecimalFormat("#,##0.00", DecimalFormatSymbols.getInstance(Locale.US)).format(9876.543));
    String block = """
        text \
        block
          "quoted" \t|
        """;
    System.out.print(block);
    System.out.println(Double.toString(2e23) + " " + Float.toString(1.1754944E-38f) + " " + Double.toString(2.0E-3) + " " + 1.0e7);
    System.out.println("Grüße, 世界".hashCode() + " " + "Grüße, 世界".getBytes().length + " " + "abc".equalsIgnoreCase("ABC") + " " + "a".compareTo("b"));
    System.out.println(Arrays.hashCode(new int[] {1, 2, 3}) + " " + Arrays.hashCode("bytes".getBytes()) + " " + Arrays.hashCode(new char[] {'a'}) + " " + List.of(1, 2).hashCode());
    System.out.println(String.join("|", new TreeSet<>(List.of("b", "a"))) + " " + "A".repeat(3) + " " + " x ".strip() + "." + "l1\nl2".lines().toList() + " " + "abc".chars().sum());
    System.out.println(new Scanner("12 abc 3.5").useLocale(Locale.US).nextInt() + " " + Integer.parseInt("-ff", 16) + " " + Long.parseUnsignedLong("18446744073709551615") + " " + new java.math.BigDecimal("1").divide(new java.math.BigDecimal("3"), java.math.MathContext.DECIMAL64) + " " + java.math.BigInteger.TWO.pow(100));
    System.out.println(java.time.LocalDate.of(2025, 9, 16).plusMonths(5).getDayOfWeek() + " " + java.time.Duration.ofSeconds(3661) + " " + java.time.format.DateTimeFormatter.ISO_DATE.format(java.time.LocalDate.EPOCH));
    System.out.println("a1b22".replaceAll("(\\d+)", "<$1>") + " " + java.util.regex.Pattern.compile("(?<n>x+)").matcher("axxb").results().map(m -> m.group("n")).toList());
  }
}
