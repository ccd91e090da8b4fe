// LZW, as _201_compress of the meta-lock paper: one thread packs a text and unpacks it again. It works on arrays of its own and hardly ever locks.
//   java Compress [ROUNDS]
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;

public class Compress {
    static final int TEXT = 300_000;
    static final int FIRST_CODE = 257;  // 256 tells the reader that the dictionary begins again
    static final int CLEAR = 256;
    static final int MOST_BITS = 14;

    /** Codes of a width that changes, one after the other, in bytes. */
    static final class Codes {
        byte[] bytes = new byte[1024];
        int bits;

        void put(int code, int width) {
            if ((bits + width) / 8 + 1 > bytes.length) {
                bytes = Arrays.copyOf(bytes, bytes.length * 2);
            }
            for (int bit = 0; bit < width; bit++, bits++) {
                bytes[bits >> 3] |= ((code >> bit) & 1) << (bits & 7);
            }
        }

        int get(int at, int width) {
            int code = 0;
            for (int bit = 0; bit < width; bit++, at++) {
                code |= ((bytes[at >> 3] >> (at & 7)) & 1) << bit;
            }
            return code;
        }
    }

    /** The width of a code when `next` is the first that is not given out. */
    static int width(int next) {
        return 32 - Integer.numberOfLeadingZeros(next);
    }

    /** Maps a prefix's code and a byte to a code, by open addressing. */
    static final class Dictionary {
        private static final int SIZE = 1 << (MOST_BITS + 1);
        private final int[] keys = new int[SIZE];
        private final int[] codes = new int[SIZE];

        void clear() {
            Arrays.fill(keys, -1);
        }

        private int slot(int key) {
            int at = (key * 0x9E3779B1) >>> (32 - MOST_BITS - 1);
            while (keys[at] != -1 && keys[at] != key) {
                at = (at + 1) & (SIZE - 1);
            }
            return at;
        }

        int find(int prefix, int symbol) {
            int at = slot(prefix << 8 | symbol);
            return keys[at] == -1 ? -1 : codes[at];
        }

        void add(int prefix, int symbol, int code) {
            int at = slot(prefix << 8 | symbol);
            keys[at] = prefix << 8 | symbol;
            codes[at] = code;
        }
    }

    static Codes pack(byte[] text) {
        Codes out = new Codes();
        Dictionary dictionary = new Dictionary();
        dictionary.clear();
        int next = FIRST_CODE;
        int prefix = text[0] & 0xFF;
        for (int i = 1; i < text.length; i++) {
            int symbol = text[i] & 0xFF;
            int longer = dictionary.find(prefix, symbol);
            if (longer >= 0) {
                prefix = longer;
                continue;
            }
            out.put(prefix, width(next));
            if (next + 1 < 1 << MOST_BITS) {
                dictionary.add(prefix, symbol, next++);
            } else {
                out.put(CLEAR, width(next));
                dictionary.clear();
                next = FIRST_CODE;
            }
            prefix = symbol;
        }
        out.put(prefix, width(next));
        return out;
    }

    static byte[] unpack(Codes packed, int length) {
        byte[] text = new byte[length];
        int[] prefixes = new int[1 << MOST_BITS];
        byte[] symbols = new byte[1 << MOST_BITS];
        byte[] reversed = new byte[1 << MOST_BITS];
        int next = FIRST_CODE;
        int previous = -1;
        byte first = 0;
        int at = 0;
        for (int written = 0; written < length; ) {
            int code = packed.get(at, width(next));
            at += width(next);
            if (code == CLEAR) {
                next = FIRST_CODE;
                previous = -1;
                continue;
            }
            // The code that was given out last stands for the previous text and its own first byte.
            int walk = code;
            int depth = 0;
            if (previous >= 0 && code == next - 1) {
                reversed[depth++] = first;
                walk = previous;
            }
            for (; walk >= FIRST_CODE; walk = prefixes[walk]) {
                reversed[depth++] = symbols[walk];
            }
            first = (byte) walk;
            reversed[depth++] = first;
            if (previous >= 0) {
                symbols[next - 1] = first;
            }
            while (depth > 0) {
                text[written++] = reversed[--depth];
            }
            prefixes[next] = code;
            if (next + 1 < 1 << MOST_BITS) {
                next++;
            }
            previous = code;
        }
        return text;
    }

    static byte[] write(Random random) {
        String[] words = new String[500];
        for (int i = 0; i < words.length; i++) {
            StringBuilder word = new StringBuilder();
            for (int length = 2 + random.nextInt(8); length > 0; length--) {
                word.append((char) ('a' + random.nextInt(26)));
            }
            words[i] = word.append(' ').toString();
        }
        StringBuilder text = new StringBuilder();
        while (text.length() < TEXT) {
            text.append(words[random.nextInt(words.length) * random.nextInt(words.length) / words.length]);
        }
        return text.toString().getBytes();
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 25;
        for (int round = 0; round < rounds; round++) {
            byte[] text = write(new Random(201 + round % 4));
            Codes packed = pack(text);
            if (!Arrays.equals(text, unpack(packed, text.length))) {
                throw new AssertionError("round " + round + ": another text came out");
            }
            CRC32 crc = new CRC32();
            crc.update(packed.bytes, 0, packed.bits / 8);
            System.out.println(text.length + " bytes in " + packed.bits / 8 + ", CRC " + Long.toHexString(crc.getValue()));
        }
    }
}
