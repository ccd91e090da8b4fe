import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One class file from its description, byte by byte: nothing is computed that the description can say itself, so it can say it wrongly.
 * A line is a directive and its words; README.md lists them. {@link CodeAssembler} takes the lines of a method body.
 */
final class ClassAssembler {
    static final Map<String, Integer> FLAGS = new HashMap<>();

    static {
        String[] names = {"public", "private", "protected", "static", "final", "super", "volatile", "transient", "native", "interface", "abstract",
                          "strict", "synthetic", "annotation", "enum", "module"};
        for (int bit = 0; bit != names.length; bit++) FLAGS.put(names[bit], 1 << bit);
        FLAGS.putAll(Map.of("synchronized", 0x20, "bridge", 0x40, "varargs", 0x80));
    }

    final String name;
    final Pool pool = new Pool();
    boolean inOuterLoader;
    private int flags = 0x21;
    private int magic = 0xCAFEBABE;
    private int major = 61;
    private int minor;
    private String superName = "java/lang/Object";
    private String thisReference;
    private final List<String> interfaces = new ArrayList<>();
    private final List<Member> fields = new ArrayList<>();
    private final List<Member> methods = new ArrayList<>();
    private final List<Attribute> attributes = new ArrayList<>();
    private final List<String> bootstraps = new ArrayList<>();
    private final Bytes tail = new Bytes();
    private int cut;
    private List<Attribute> target = attributes;
    private CodeAssembler code;

    /** {@code class NAME [public final ...] [super X] [implements A B] [version 61.0] [outer]}. */
    ClassAssembler(String[] words) {
        name = words[1];
        int at = 2;
        if (at < words.length && FLAGS.containsKey(words[at])) flags = 0;
        for (; at < words.length; at++) {
            switch (words[at]) {
                case "super" -> {
                    boolean named = at + 1 < words.length && !FLAGS.containsKey(words[at + 1]) && !isClause(words[at + 1]);
                    if (named) superName = words[++at];
                    else flags |= 0x20;
                }
                case "implements" -> {
                    while (at + 1 < words.length && !isClause(words[at + 1])) interfaces.add(words[++at]);
                }
                case "version" -> version(words[++at]);
                case "flags" -> flags = Integer.decode(words[++at]);
                case "this" -> thisReference = words[++at];
                case "magic" -> magic = (int) Long.decode(words[++at]).longValue();
                case "outer" -> inOuterLoader = true;
                default -> flags |= flag(words[at]);
            }
        }
    }

    private static boolean isClause(String word) {
        return List.of("super", "implements", "version", "flags", "this", "magic", "outer").contains(word);
    }

    private void version(String text) {
        String[] parts = text.split("\\.");
        major = Integer.parseInt(parts[0]);
        minor = parts.length == 1 ? 0 : Integer.parseInt(parts[1]);
    }

    static int flag(String word) {
        Integer bit = FLAGS.get(word);
        if (bit == null) throw new IllegalArgumentException("no such word: " + word);
        return bit;
    }

    /** A line inside the class. */
    void line(String line) {
        String[] words = line.trim().split("\\s+");
        switch (words[0]) {
            case "field" -> startMember(fields, words);
            case "method" -> startMember(methods, words);
            case "attr" -> target.add(new Attribute(words));
            case "classattr" -> attributes.add(new Attribute(words));
            case "codeattr" -> code.attributes.add(new Attribute(words));
            case "const" -> pool.define(words);
            case "fillpool" -> pool.fill(Integer.parseInt(words[1]));
            case "bootstrap" -> bootstraps.add(line.trim().substring(10));
            case "tail" -> data(tail, words, 1, null);
            case "cut" -> cut = Integer.parseInt(words[1]);
            default -> {
                if (code == null) throw new IllegalArgumentException("outside a method: " + line);
                code.line(line);
            }
        }
    }

    private void startMember(List<Member> members, String[] words) {
        Member member = new Member(words, members == methods);
        members.add(member);
        target = member.attributes;
        code = member.code;
    }

    /** A field or a method: {@code method static m ()V [stack 4] [locals 4] [nocode]}; a name or descriptor may be a constant. */
    private final class Member {
        final List<Attribute> attributes = new ArrayList<>();
        final CodeAssembler code;
        private int flags;
        private final String name;
        private final String descriptor;

        Member(String[] words, boolean isMethod) {
            int at = 1;
            while (FLAGS.containsKey(words[at])) flags |= flag(words[at++]);
            if (words[at].equals("flags")) {
                flags = Integer.decode(words[at + 1]);
                at += 2;
            }
            name = words[at++];
            descriptor = words[at++];
            boolean hasCode = isMethod && (flags & 0x500) == 0;
            CodeAssembler made = new CodeAssembler(ClassAssembler.this);
            for (; at < words.length; at++) {
                switch (words[at]) {
                    case "stack" -> made.maxStack = Integer.decode(words[++at]);
                    case "locals" -> made.maxLocals = Integer.decode(words[++at]);
                    case "nocode" -> hasCode = false;
                    case "code" -> hasCode = true;
                    default -> throw new IllegalArgumentException("no such word: " + words[at]);
                }
            }
            code = hasCode ? made : null;
        }

        void write(Bytes out) {
            out.u2(flags);
            out.u2(utf8Or(name));
            out.u2(utf8Or(descriptor));
            out.u2(attributes.size() + (code == null ? 0 : 1));
            if (code != null) code.write(out);
            for (Attribute attribute : attributes) attribute.write(out, null);
        }
    }

    private int utf8Or(String word) {
        return word.startsWith("#") || word.startsWith("$") ? pool.constant(word) : pool.utf8(word);
    }

    /** {@code attr NAME [len=N] data...}. */
    final class Attribute {
        private final String[] words;

        Attribute(String[] words) {
            this.words = words;
        }

        void write(Bytes out, CodeAssembler labels) {
            out.u2(utf8Or(words[1]));
            boolean lies = words.length > 2 && words[2].startsWith("len=");
            Bytes info = new Bytes();
            data(info, words, lies ? 3 : 2, labels);
            out.u4(lies ? (int) Long.decode(words[2].substring(4)).longValue() : info.size());
            out.writeBytes(info.toByteArray());
        }
    }

    /** Words as bytes: u1:N, u4:N, hex:CAFE, @label (a bci), a number or a constant as u2. */
    void data(Bytes out, String[] words, int from, CodeAssembler labels) {
        for (int at = from; at < words.length; at++) {
            String word = words[at];
            if (word.startsWith("u1:")) out.u1(Integer.decode(word.substring(3)));
            else if (word.startsWith("u4:")) out.u4((int) Long.decode(word.substring(3)).longValue());
            else if (word.startsWith("hex:")) out.hex(word.substring(4));
            else if (word.startsWith("@")) out.u2(labels.bci(word.substring(1)));
            else if (Character.isDigit(word.charAt(0))) out.u2(Integer.decode(word));
            else out.u2(pool.constant(word));
        }
    }

    byte[] bytes() {
        int self = thisReference == null ? pool.constant("Class:" + name) : pool.constant(thisReference);
        int parent = superName.equals("none") ? 0 : superName.startsWith("#") || superName.startsWith("$") ? pool.constant(superName)
                                                                                                    : pool.constant("Class:" + superName);
        Bytes body = new Bytes();
        body.u2(flags);
        body.u2(self);
        body.u2(parent);
        body.u2(interfaces.size());
        for (String each : interfaces) body.u2(each.startsWith("#") || each.startsWith("$") ? pool.constant(each) : pool.constant("Class:" + each));
        for (List<Member> members : List.of(fields, methods)) {
            body.u2(members.size());
            for (Member member : members) member.write(body);
        }
        body.u2(attributes.size() + (bootstraps.isEmpty() ? 0 : 1));
        for (Attribute attribute : attributes) attribute.write(body, null);
        if (!bootstraps.isEmpty()) writeBootstraps(body);

        Bytes out = new Bytes();
        out.u4(magic);
        out.u2(minor);
        out.u2(major);
        pool.write(out);
        out.writeBytes(body.toByteArray());
        out.writeBytes(tail.toByteArray());
        byte[] whole = out.toByteArray();
        return java.util.Arrays.copyOf(whole, whole.length - cut);
    }

    private void writeBootstraps(Bytes body) {
        Bytes info = new Bytes();
        info.u2(bootstraps.size());
        for (String line : bootstraps) {
            String[] words = line.trim().split("\\s+");
            info.u2(pool.constant(words[0]));
            info.u2(words.length - 1);
            data(info, words, 1, null);
        }
        body.u2(pool.utf8("BootstrapMethods"));
        body.u4(info.size());
        body.writeBytes(info.toByteArray());
    }

    /** Big-endian output. */
    static final class Bytes extends ByteArrayOutputStream {
        void u1(int value) {
            write(value);
        }

        void u2(int value) {
            write(value >> 8);
            write(value);
        }

        void u4(int value) {
            u2(value >>> 16);
            u2(value);
        }

        void u8(long value) {
            u4((int) (value >>> 32));
            u4((int) value);
        }

        void hex(String digits) {
            for (int at = 0; at < digits.length(); at += 2) u1(Integer.parseInt(digits.substring(at, at + 2), 16));
        }
    }

    /** The constant pool: entries by what they say, each once, and those that the description defines itself. */
    static final class Pool {
        private final Map<String, Integer> known = new HashMap<>();
        private final Bytes out = new Bytes();
        private int count = 1;
        private Integer claimed;

        /** {@code const a = Class $b}, {@code const c = raw 07 0063}, {@code const count = 9}: an entry with a name of its own. */
        void define(String[] words) {
            if (words[1].equals("count")) {
                claimed = Integer.decode(words[3]);
                return;
            }
            Bytes entry = new Bytes();
            int slots = 1;
            if (words[3].equals("raw")) {
                for (int at = 4; at < words.length; at++) entry.hex(words[at]);
            } else {
                for (int at = 4; at < words.length; at++) {
                    if (at == 4) entry.u1(TAGS.get(words[3]));
                    if (words[at].startsWith("u1:")) entry.u1(Integer.decode(words[at].substring(3)));
                    else if (Character.isDigit(words[at].charAt(0))) entry.u2(Integer.decode(words[at]));
                    else entry.u2(constant(words[at]));
                }
            }
            known.put("$" + words[1], add(entry, slots));
        }

        private static final Map<String, Integer> TAGS = Map.ofEntries(
            Map.entry("Utf8", 1), Map.entry("Integer", 3), Map.entry("Float", 4), Map.entry("Long", 5), Map.entry("Double", 6), Map.entry("Class", 7),
            Map.entry("String", 8), Map.entry("Fieldref", 9), Map.entry("Methodref", 10), Map.entry("InterfaceMethodref", 11),
            Map.entry("NameAndType", 12), Map.entry("MethodHandle", 15), Map.entry("MethodType", 16), Map.entry("Dynamic", 17),
            Map.entry("InvokeDynamic", 18), Map.entry("Module", 19), Map.entry("Package", 20));

        /** Unused texts up to an index. */
        void fill(int upTo) {
            while (count < upTo) utf8("filler" + count);
        }

        private int add(Bytes entry, int slots) {
            out.writeBytes(entry.toByteArray());
            int index = count;
            count += slots;
            return index;
        }

        int utf8(String text) {
            Integer index = known.get("Utf8:" + text);
            if (index != null) return index;
            Bytes entry = new Bytes();
            byte[] modified = text.getBytes(StandardCharsets.UTF_8);
            entry.u1(1);
            entry.u2(modified.length);
            entry.writeBytes(modified);
            index = add(entry, 1);
            known.put("Utf8:" + text, index);
            return index;
        }

        /** The index of what a word names: {@code #7}, {@code $name}, {@code Class:a/B}, {@code Methodref:a/B.m()V}, ... */
        int constant(String word) {
            if (word.startsWith("#")) return Integer.decode(word.substring(1));
            Integer index = known.get(word);
            if (index != null) return index;
            int colon = word.indexOf(':');
            if (colon < 0) throw new IllegalArgumentException("no such constant: " + word);
            index = make(word.substring(0, colon), word.substring(colon + 1));
            known.put(word, index);
            return index;
        }

        private int make(String kind, String text) {
            Bytes entry = new Bytes();
            Integer tag = TAGS.get(kind);
            if (tag == null) throw new IllegalArgumentException("no such kind of constant: " + kind);
            if (tag == 1) return utf8(text);
            entry.u1(tag);
            switch (kind) {
                case "Integer" -> entry.u4(Integer.decode(text));
                case "Float" -> entry.u4(Float.floatToRawIntBits(Float.parseFloat(text)));
                case "Long" -> entry.u8(Long.decode(text));
                case "Double" -> entry.u8(Double.doubleToRawLongBits(Double.parseDouble(text)));
                case "Class", "String", "MethodType", "Module", "Package" -> entry.u2(utf8(text));
                case "Fieldref", "Methodref", "InterfaceMethodref" -> {
                    int paren = text.indexOf('(');
                    int dot = text.lastIndexOf('.', paren < 0 ? text.length() : paren);
                    entry.u2(constant("Class:" + text.substring(0, dot)));
                    entry.u2(constant("NameAndType:" + text.substring(dot + 1)));
                }
                case "NameAndType" -> {
                    int colon = text.indexOf(':');
                    int split = colon >= 0 ? colon : text.indexOf('(');
                    entry.u2(utf8(text.substring(0, split)));
                    entry.u2(utf8(text.substring(colon >= 0 ? split + 1 : split)));
                }
                case "Dynamic", "InvokeDynamic" -> {
                    int colon = text.indexOf(':');
                    entry.u2(Integer.decode(text.substring(0, colon)));
                    entry.u2(constant("NameAndType:" + text.substring(colon + 1)));
                }
                case "MethodHandle" -> {
                    int colon = text.indexOf(':');
                    int target = constant(text.substring(colon + 1));
                    entry.u1(Integer.decode(text.substring(0, colon)));
                    entry.u2(target);
                }
                default -> throw new IllegalArgumentException(kind);
            }
            return add(entry, kind.equals("Long") || kind.equals("Double") ? 2 : 1);
        }

        void write(Bytes whole) {
            whole.u2(claimed == null ? count : claimed);
            whole.writeBytes(out.toByteArray());
        }
    }
}
