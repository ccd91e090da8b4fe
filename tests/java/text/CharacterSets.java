import java.nio.*;
import java.nio.charset.*;
import java.util.*;

// Every character set of the JDK, the extended ones of jdk.charsets too: names, what they can encode, round trips, malformed input, by digest.
public class CharacterSets {
    static final String SAMPLE = "aZ09 ~\u00e9\u00df\u0416\u05d0\u0627\u0e01\u3042\u4e2d\uac00\u20ac\ud83d\ude00";

    static int digest(Charset charset) throws CharacterCodingException {
        CharsetDecoder decoder = charset.newDecoder().onMalformedInput(CodingErrorAction.REPLACE).onUnmappableCharacter(CodingErrorAction.REPLACE);
        byte[] all = new byte[1024];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) (i * 7 + i / 256);
        }
        int hash = decoder.decode(ByteBuffer.wrap(all)).toString().hashCode();
        if (charset.canEncode()) {
            hash = 31 * hash + Arrays.hashCode(SAMPLE.getBytes(charset));
            hash = 31 * hash + new String(SAMPLE.getBytes(charset), charset).hashCode();
        }
        return hash;
    }

    public static void main(String[] args) throws Exception {
        SortedMap<String, Charset> all = Charset.availableCharsets();
        System.out.println(all.size());
        for (Charset charset : all.values()) {
            String text = charset.name() + " " + charset.aliases().size() + " " + charset.canEncode() + " " + charset.isRegistered();
            try {
                CharsetEncoder encoder = charset.canEncode() ? charset.newEncoder() : null;
                System.out.println(text + " " + Integer.toHexString(digest(charset)) + (encoder == null ? "" : " " + encoder.canEncode('\u4e2d') + " " + encoder.maxBytesPerChar()));
            } catch (RuntimeException e) {
                System.out.println(text + " " + e);
            }
        }
        System.out.println(Charset.forName("latin1") + " " + Charset.isSupported("x-none") + " " + Charset.defaultCharset());
        for (String bad : new String[] {"x-none", "not legal!"}) {
            try {
                Charset.forName(bad);
            } catch (IllegalArgumentException e) {
                System.out.println(e);
            }
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(new byte[] {'a', (byte) 0xc3, 'b'}));
        } catch (MalformedInputException e) {
            System.out.println(e.getMessage() + " " + e.getInputLength());
        }
        try {
            StandardCharsets.US_ASCII.newEncoder().encode(CharBuffer.wrap("\u00e9"));
        } catch (UnmappableCharacterException e) {
            System.out.println(e.getMessage());
        }
        CharsetDecoder decoder = Charset.forName("Shift_JIS").newDecoder();
        CharBuffer out = CharBuffer.allocate(10);
        System.out.println(decoder.decode(ByteBuffer.wrap(new byte[] {(byte) 0x82}), out, false) + " " + decoder.decode(ByteBuffer.wrap(new byte[] {(byte) 0x82, (byte) 0xa0}), out, true) + " " + decoder.flush(out) + " " + out.flip());
    }
}
