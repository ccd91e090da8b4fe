import java.util.*;

// StringBuilder.append where the array has room, where it has not, and where the coders differ; lastIndexOf from everywhere.
public class BuilderRoom {
    static final String[] TEXTS = {"", "a", "abc", "\u00e9\u00ff", "\u4e2d", "x\u4e2dy", null};
    static final char[] CHARS = {'a', '\0', '\u007f', '\u0080', '\u00ff', '\u0100', '\uffff'};

    static String shown(StringBuilder builder) {
        return builder.length() + "/" + builder.capacity() + " " + builder.toString().hashCode();
    }

    public static void main(String[] args) {
        for (int capacity = 0; capacity < 5; capacity++) {
            for (String first : TEXTS) {
                StringBuilder texts = new StringBuilder(capacity).append(first);
                StringBuilder chars = new StringBuilder(capacity).append(first);
                StringBuffer buffer = new StringBuffer(capacity).append(first);
                for (String text : TEXTS) {
                    texts.append(text);
                    buffer.append(text).append("!");
                }
                for (char c : CHARS) {
                    chars.append(c);
                    buffer.append(c);
                }
                System.out.println(shown(texts) + ", " + shown(chars) + ", " + buffer.length() + " " + buffer.toString().hashCode());
            }
        }
        StringBuilder same = new StringBuilder();
        System.out.println(same.append("a").append('b') == same); // expect: true
        same.setLength(1);
        System.out.println(same.append("c").append('d')); // expect: acd
        for (String text : new String[] {"", "a", "banana", "\u00e9a\u00e9", "\u4e2da\u4e2d"}) {
            List<Integer> found = new ArrayList<>();
            for (int c : new int[] {'a', 'n', '\u00e9', '\u4e2d', 0x161, -1, 0x1f600}) {
                found.add(text.lastIndexOf(c));
                for (int from = -2; from <= text.length() + 1; from++) {
                    found.add(text.lastIndexOf(c, from));
                }
            }
            System.out.println(found);
        }
    }
}
