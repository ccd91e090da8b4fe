// HexFormat, Base64 and number formats of other bases: delimiters, prefixes, what is refused and where.
import java.util.*;

public class HexFormats {
  interface Action { Object run(); }
  static void attempt(Action action) { try { System.out.println(action.run()); } catch (RuntimeException e) { System.out.println(e); } }

  public static void main(String[] args) {
    byte[] bytes = new byte[256];
    for (int i = 0; i < 256; i++) bytes[i] = (byte) i;
    HexFormat plain = HexFormat.of(), fancy = HexFormat.ofDelimiter(", ").withPrefix("0x").withSuffix("h").withUpperCase();
    System.out.println(plain.formatHex(bytes));
    System.out.println(fancy.formatHex(bytes, 250, 256) + " " + fancy);
    System.out.println(Arrays.equals(plain.parseHex(plain.formatHex(bytes)), bytes) + " " + Arrays.equals(fancy.parseHex(fancy.formatHex(bytes)), bytes));
    System.out.println(plain.toHexDigits((byte) -1) + " " + plain.toHexDigits((short) 0x12) + " " + plain.toHexDigits('c') + " " + plain.toHexDigits(Integer.MIN_VALUE) + " " + plain.toHexDigits(-1L, 5) + " " + plain.toHighHexDigit(0xab) + plain.toLowHexDigit(0xab));
    System.out.println(HexFormat.fromHexDigits("7fffFFFF") + " " + HexFormat.fromHexDigitsToLong("8000000000000000") + " " + HexFormat.isHexDigit('g') + HexFormat.isHexDigit('F') + " " + HexFormat.fromHexDigit('b'));
    StringBuilder out = new StringBuilder();
    plain.withDelimiter(":").formatHex(out, bytes, 16, 20).append('|');
    System.out.println(out);
    attempt(() -> plain.parseHex("abc"));
    attempt(() -> plain.parseHex("zz"));
    attempt(() -> fancy.parseHex("0x01h,0x02h"));
    attempt(() -> fancy.parseHex("0X01h"));
    attempt(() -> HexFormat.fromHexDigits("123456789"));
    attempt(() -> HexFormat.fromHexDigits(""));
    attempt(() -> HexFormat.fromHexDigit('x'));
    attempt(() -> plain.formatHex(bytes, 5, 300));
    attempt(() -> plain.toHexDigits(1L, 17));
    Random random = new Random(3);
    int good = 0;
    for (int i = 0; i < 300; i++) {
      byte[] data = new byte[random.nextInt(70)];
      random.nextBytes(data);
      for (var pair : List.of(Map.entry(Base64.getEncoder(), Base64.getDecoder()), Map.entry(Base64.getUrlEncoder().withoutPadding(), Base64.getUrlDecoder()), Map.entry(Base64.getMimeEncoder(20, new byte[] {'\n'}), Base64.getMimeDecoder())))
        if (Arrays.equals(pair.getValue().decode(pair.getKey().encode(data)), data)) good++;
    }
    System.out.println(good + " " + Base64.getEncoder().encodeToString(Arrays.copyOf(bytes, 50)));
    for (String wrong : new String[] {"a", "ab=c", "a?bc", "abcd=", "ab==", "a==="}) attempt(() -> Arrays.toString(Base64.getDecoder().decode(wrong)));
    for (int radix : new int[] {2, 7, 16, 36}) {
      System.out.println(Long.toString(Long.MIN_VALUE, radix) + " " + Integer.toUnsignedString(-1, radix) + " " + Long.parseLong(Long.toString(987654321L, radix), radix) + " " + new java.math.BigInteger("123456789012345678901234567890").toString(radix));
    }
    System.out.println(Long.toHexString(-1) + Integer.toBinaryString(10) + Integer.toOctalString(8) + " " + Double.toHexString(0.1) + " " + Float.toHexString(Float.MIN_VALUE) + " " + Double.parseDouble("0x1.8p3"));
    attempt(() -> Integer.parseInt("80000000", 16));
    attempt(() -> Integer.parseInt("x", 99));
    attempt(() -> Long.parseUnsignedLong("-1"));
    attempt(() -> Integer.decode("-0x80000000") + Integer.decode("#10") + Integer.decode("010"));
    attempt(() -> Integer.parseInt("abc123def", 3, 6, 10));
  }
}
