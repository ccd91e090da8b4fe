import java.nio.*;
import java.nio.charset.*;
import java.text.*;
import java.util.*;

// Characters beyond the BMP, Character queries, encoders and decoders with malformed input, normalization.
public class Unicode {
    static String hex(byte[] b) {
        StringBuilder s = new StringBuilder();
        for (byte x : b) s.append(String.format("%02x", x));
        return s.toString();
    }

    public static void main(String[] args) throws Exception {
        String s = "a\u00e9\u4e2d\ud83d\ude00\u0000z\ud800x\udc00";
        System.out.println(s.length() + " " + s.codePointCount(0, s.length()) + " " + s.codePointAt(3) + " " + s.offsetByCodePoints(0, 4) + " " + s.codePoints().mapToObj(Integer::toHexString).toList());
        for (String name : new String[] {"UTF-8", "UTF-16", "UTF-16LE", "ISO-8859-1", "US-ASCII", "UTF-32BE", "windows-1252", "Shift_JIS", "GB18030", "IBM037"}) {
            byte[] b = s.getBytes(name);
            String back = new String(b, name);
            System.out.println(name + " " + hex(b) + " " + back.length() + " " + back.equals(s) + " " + back.hashCode());
        }
        byte[][] bad = {{(byte) 0xc0, (byte) 0x80}, {(byte) 0xff}, {'a', (byte) 0xe4, (byte) 0xb8}, {(byte) 0xf0, (byte) 0x9f, (byte) 0x98, (byte) 0x80}, {(byte) 0xed, (byte) 0xa0, (byte) 0x80}, {(byte) 0xf4, (byte) 0x90, (byte) 0x80, (byte) 0x80}, {(byte) 0x80, 'x'}};
        for (byte[] b : bad) {
            String t = new String(b, StandardCharsets.UTF_8);
            StringBuilder line = new StringBuilder();
            t.codePoints().forEach(c -> line.append(Integer.toHexString(c)).append(' '));
            try {
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(b));
                line.append("valid");
            } catch (CharacterCodingException e) {
                line.append(e.getMessage());
            }
            System.out.println(line);
        }
        try {
            StandardCharsets.US_ASCII.newEncoder().encode(CharBuffer.wrap("x\u00e9"));
        } catch (UnmappableCharacterException e) {
            System.out.println(e.getMessage());
        }
        int[] points = {'a', 'Z', '5', ' ', '_', '$', 0xe9, 0xdf, 0x130, 0x4e2d, 0x1F600, 0x10400, 0x661, 0x2028, 0xfffe, 0x301, 0x1d7d8, 0};
        for (int p : points) {
            System.out.println(Integer.toHexString(p) + " " + Character.getType(p) + Character.isLetter(p) + Character.isDigit(p) + Character.isWhitespace(p) + Character.isJavaIdentifierStart(p) + Character.isUpperCase(p) + " " + Integer.toHexString(Character.toUpperCase(p)) + " " + Integer.toHexString(Character.toLowerCase(p)) + " " + Character.getNumericValue(p) + " " + Character.charCount(p) + " " + Character.getName(p) + " " + Character.UnicodeBlock.of(p));
        }
        System.out.println(Normalizer.normalize("\u00e9\u0301", Normalizer.Form.NFD).length() + " " + Normalizer.normalize("e\u0301", Normalizer.Form.NFC).equals("\u00e9"));
        System.out.println(Charset.isSupported("no-such") + " " + Charset.forName("latin1") + " " + Charset.defaultCharset());
        try {
            Charset.forName("no-such");
        } catch (UnsupportedCharsetException e) {
            System.out.println(e);
        }
        BreakIterator words = BreakIterator.getWordInstance(Locale.ROOT);
        words.setText("Two words.");
        for (int at = words.first(), n; (n = words.next()) != BreakIterator.DONE; at = n) System.out.print(at + "-" + n + " ");
        System.out.println();
    }
}
