import java.util.List;
import java.util.SplittableRandom;

/** Damages a good class file in one to three places, always in the same way for the same seed; `what` tells how. */
final class Mutator {
    final StringBuilder what = new StringBuilder();
    private final SplittableRandom random;
    private byte[] bytes;
    private ClassMap map;

    Mutator(long seed) {
        random = new SplittableRandom(seed);
    }

    byte[] mutate(byte[] good) {
        map = new ClassMap(good);
        bytes = good.clone();
        int edits = random.nextInt(4) == 0 ? 2 + random.nextInt(2) : 1;
        for (int edit = 0; edit != edits; edit++) edit(edit == 0 ? random.nextInt(20) : POOL_OR_HEADER[random.nextInt(POOL_OR_HEADER.length)]);
        return random.nextInt(60) == 0 ? resize() : bytes;
    }

    /** Code is damaged in one place at most: of two wrong methods, which one HotSpot looks at first depends on where its symbols lie. */
    private static final int[] POOL_OR_HEADER = {2, 3, 5, 15, 16, 18, 19};

    private void edit(int kind) {
        switch (kind) {
            case 0, 1 -> anyByte();
            case 2 -> poolTag();
            case 3, 4 -> poolReference();
            case 5 -> poolText();
            case 6, 7 -> opcode();
            case 8, 9, 10 -> operand();
            case 11, 12, 13 -> byteOf("map", map.maps);
            case 14 -> limit();
            case 15 -> flag();
            case 16 -> word("class", map.classIndices);
            case 17 -> word(random.nextBoolean() ? "name" : "handler", random.nextBoolean() ? map.names : map.handlers);
            case 18 -> {
                if (random.nextBoolean()) byteOf("attribute", map.attributeContents);
                else word("attribute name", map.attributeNames);
            }
            default -> {
                switch (random.nextInt(3)) {
                    case 0 -> nearby("count", map.counts, 0);
                    case 1 -> nearby("attribute length", map.attributeLengths, 2);
                    default -> version();
                }
            }
        }
    }

    private void note(String kind, int offset) {
        what.append(what.length() == 0 ? "" : ", ").append(kind).append('@').append(offset);
    }

    private <T> T pick(List<T> list) {
        return list.isEmpty() ? null : list.get(random.nextInt(list.size()));
    }

    private int peek(int offset) {
        return (bytes[offset] & 0xff) << 8 | bytes[offset + 1] & 0xff;
    }

    private void put(int offset, int value) {
        bytes[offset] = (byte) (value >> 8);
        bytes[offset + 1] = (byte) value;
    }

    private void anyByte() {
        int offset = random.nextInt(bytes.length);
        note("byte", offset);
        bytes[offset] = (byte) changed(bytes[offset]);
    }

    private int changed(int value) {
        return switch (random.nextInt(4)) {
            case 0 -> value ^ 1 << random.nextInt(8);
            case 1 -> value + 1;
            case 2 -> value - 1;
            default -> random.nextInt(256);
        };
    }

    private void byteOf(String kind, List<Integer> offsets) {
        Integer offset = pick(offsets);
        if (offset == null) return;
        note(kind, offset);
        bytes[offset] = (byte) (random.nextInt(3) == 0 ? random.nextInt(10) : changed(bytes[offset]));
    }

    private int anyEntry() {
        int index;
        do {
            index = 1 + random.nextInt(map.poolOffsets.length - 1);
        } while (map.poolOffsets[index] == 0);
        return index;
    }

    /** An index of an entry of the same kind, as a rule, or any other number. */
    private int otherIndex(int index) {
        boolean known = index > 0 && index < map.poolOffsets.length && map.poolOffsets[index] != 0;
        if (known && random.nextInt(4) != 0) {
            for (int attempt = 0; attempt != 40; attempt++) {
                int other = anyEntry();
                if (other != index && map.bytes[map.poolOffsets[other]] == map.bytes[map.poolOffsets[index]]) return other;
            }
        }
        return random.nextInt(8) == 0 ? random.nextInt(65536) : random.nextInt(map.poolOffsets.length);
    }

    private void poolTag() {
        int offset = map.poolOffsets[anyEntry()];
        note("tag", offset);
        int[] twins = {9, 10, 11, 12, 3, 4, 7, 8, 16, 19, 20, 17, 18, 5, 6};
        bytes[offset] = (byte) (random.nextInt(3) == 0 ? random.nextInt(22) : twins[random.nextInt(twins.length)]);
    }

    private void poolReference() {
        for (int attempt = 0; attempt != 40; attempt++) {
            int offset = map.poolOffsets[anyEntry()];
            int tag = map.bytes[offset];
            if (tag < 7) continue;
            int at = tag == 15 ? offset + 2 : (tag >= 9 && tag <= 12 || tag == 17 || tag == 18) && random.nextBoolean() ? offset + 3 : offset + 1;
            note("reference", at);
            put(at, otherIndex(peek(at)));
            return;
        }
    }

    private void poolText() {
        for (int attempt = 0; attempt != 40; attempt++) {
            int offset = map.poolOffsets[anyEntry()];
            if (map.bytes[offset] != 1 || map.peek(offset + 1) == 0) continue;
            int at = offset + 3 + random.nextInt(map.peek(offset + 1));
            note("text", at);
            String likely = "LI;[()/VJDZ<.a";
            bytes[at] = (byte) (random.nextBoolean() ? likely.charAt(random.nextInt(likely.length())) : random.nextInt(256));
            return;
        }
    }

    /** Another of the same length, or any. */
    private void opcode() {
        Integer offset = pick(map.instructions);
        if (offset == null) return;
        note("opcode", offset);
        int now = bytes[offset] & 0xff;
        for (int attempt = 0; attempt != 40; attempt++) {
            int other = random.nextInt(0xca);
            if (ClassMap.lengthOf(other) != ClassMap.lengthOf(now) || other == now) continue;
            bytes[offset] = (byte) other;
            return;
        }
        bytes[offset] = (byte) random.nextInt(256);
    }

    private void operand() {
        for (int attempt = 0; attempt != 40; attempt++) {
            Integer offset = pick(map.instructions);
            if (offset == null) return;
            int opcode = map.bytes[offset] & 0xff;
            int length = ClassMap.lengthOf(opcode);
            if (length == 1) continue;
            note("operand of " + opcode, offset);
            boolean pool = opcode >= 0xb2 && opcode <= 0xbb || opcode == 0xbd || opcode == 0xc0 || opcode == 0xc1 || opcode == 0xc5
                || opcode == 0x13 || opcode == 0x14;
            if (pool) put(offset + 1, otherIndex(peek(offset + 1)));
            else if (length == 3) put(offset + 1, peek(offset + 1) + random.nextInt(-12, 13));
            else bytes[offset + 1 + random.nextInt(length == 0 ? 16 : length - 1)] += random.nextInt(-4, 5);
            return;
        }
    }

    private void limit() {
        Integer offset = pick(map.limits);
        if (offset == null) return;
        note("limit", offset);
        put(offset, Math.max(0, peek(offset) - 1 - random.nextInt(3)));
    }

    private void flag() {
        int offset = pick(map.flags);
        note("flags", offset);
        put(offset, peek(offset) ^ 1 << random.nextInt(16));
    }

    private void word(String kind, List<Integer> offsets) {
        Integer offset = pick(offsets);
        if (offset == null) return;
        note(kind, offset);
        boolean isIndex = !kind.equals("handler") || random.nextInt(4) == 0;
        put(offset, isIndex ? otherIndex(peek(offset)) : peek(offset) + random.nextInt(-5, 6));
    }

    private void nearby(String kind, List<Integer> offsets, int low) {
        Integer offset = pick(offsets);
        if (offset == null) return;
        note(kind, offset);
        put(offset + low, peek(offset + low) + random.nextInt(-2, 3));
    }

    private void version() {
        note("version", 6);
        put(6, 44 + random.nextInt(19));
    }

    private byte[] resize() {
        int from = 8 + random.nextInt(bytes.length - 8);
        int gone = 1 + random.nextInt(8);
        note("cut", from);
        if (from + gone >= bytes.length) return java.util.Arrays.copyOf(bytes, from);
        byte[] shorter = java.util.Arrays.copyOf(bytes, bytes.length - gone);
        System.arraycopy(bytes, from + gone, shorter, from, bytes.length - from - gone);
        return shorter;
    }
}
