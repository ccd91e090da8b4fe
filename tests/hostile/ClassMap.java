import java.util.ArrayList;
import java.util.List;

/** Where the parts of a good class file stand, so that a mutator can aim: each list holds offsets into the bytes. */
final class ClassMap {
    /** Bytes after the tag, by tag; Utf8 has its own length. */
    private static final int[] PAYLOAD = {0, 2, 0, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 4, 4, 2, 2};

    final byte[] bytes;
    final int[] poolOffsets;      // of the tag; 0: no such entry
    final List<Integer> flags = new ArrayList<>();
    final List<Integer> names = new ArrayList<>();        // u2: names and descriptors of members
    final List<Integer> classIndices = new ArrayList<>(); // u2: this, super, interfaces
    final List<Integer> counts = new ArrayList<>();       // u2
    final List<Integer> attributeNames = new ArrayList<>();
    final List<Integer> attributeLengths = new ArrayList<>();
    final List<Integer> attributeContents = new ArrayList<>(); // each byte of those that are neither Code nor a map
    final List<Integer> limits = new ArrayList<>();       // u2: max_stack and max_locals
    final List<Integer> instructions = new ArrayList<>(); // first bytes of instructions
    final List<Integer> handlers = new ArrayList<>();     // u2: columns of exception tables
    final List<Integer> maps = new ArrayList<>();         // each byte of StackMapTables
    private int at;

    ClassMap(byte[] bytes) {
        this.bytes = bytes;
        at = 8;
        int count = u2();
        counts.add(8);
        poolOffsets = new int[count];
        for (int index = 1; index < count; index++) {
            poolOffsets[index] = at;
            int tag = bytes[at];
            at += tag == 1 ? 3 + peek(at + 1) : 1 + PAYLOAD[tag];
            if (tag == 5 || tag == 6) index++;
        }
        flags.add(at);
        at += 2;
        spot(classIndices, 2);
        spots();
        members();
        members();
        attributes();
    }

    private void spot(List<Integer> list, int many) {
        for (int n = 0; n != many; n++, at += 2) list.add(at);
    }

    /** The interfaces. */
    private void spots() {
        counts.add(at);
        spot(classIndices, u2());
    }

    private void members() {
        counts.add(at);
        for (int left = u2(); left != 0; left--) {
            flags.add(at);
            at += 2;
            spot(names, 2);
            attributes();
        }
    }

    private void attributes() {
        counts.add(at);
        for (int left = u2(); left != 0; left--) attribute();
    }

    private void attribute() {
        String name = utf8(peek(at));
        attributeNames.add(at);
        attributeLengths.add(at + 2);
        int end = at + 6 + (peek(at + 2) << 16 | peek(at + 4));
        at += 6;
        switch (name) {
            case "Code" -> code();
            case "StackMapTable" -> range(maps, end);
            default -> range(attributeContents, end);
        }
        at = end;
    }

    private void range(List<Integer> list, int end) {
        for (; at < end; at++) list.add(at);
    }

    private void code() {
        spot(limits, 2);
        int length = peek(at) << 16 | peek(at + 2);
        at += 4;
        int start = at;
        for (int bci = 0; bci < length; bci += lengthOf(start, bci)) instructions.add(start + bci);
        at = start + length;
        counts.add(at);
        spot(handlers, 4 * u2());
        attributes();
    }

    /** JVMS 6.5; "1" to "5" by opcode, 0: switch or wide. */
    private static final String LENGTHS = "1111111111111111" + "2323322222111111" + "1".repeat(16) + "1".repeat(6) + "22222" + "1".repeat(5)
        + "1".repeat(68) + "3" + "1".repeat(20) + "3".repeat(16) + "2" + "00" + "1".repeat(6) + "3333" + "333" + "55" + "323" + "11" + "33" + "11" + "0433" + "55";

    int lengthOf(int start, int bci) {
        int opcode = bytes[start + bci] & 0xff;
        if (opcode == 0xc4) return (bytes[start + bci + 1] & 0xff) == 0x84 ? 6 : 4;
        if (opcode != 0xaa && opcode != 0xab) return LENGTHS.charAt(opcode) - '0';
        int table = (bci + 4 & ~3) + 4;
        if (opcode == 0xab) return table + 4 + 8 * u4(start + table) - bci;
        return table + 8 + 4 * (u4(start + table + 4) - u4(start + table) + 1) - bci;
    }

    static int lengthOf(int opcode) {
        return opcode < LENGTHS.length() ? LENGTHS.charAt(opcode) - '0' : 0;
    }

    int peek(int offset) {
        return (bytes[offset] & 0xff) << 8 | bytes[offset + 1] & 0xff;
    }

    int u4(int offset) {
        return peek(offset) << 16 | peek(offset + 2);
    }

    private int u2() {
        at += 2;
        return peek(at - 2);
    }

    String utf8(int index) {
        int offset = poolOffsets[index];
        return new String(bytes, offset + 3, peek(offset + 1), java.nio.charset.StandardCharsets.ISO_8859_1);
    }
}
