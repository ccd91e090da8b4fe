import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A Code attribute from lines of instructions, parted by " ; ". Branches name labels or offsets; frames of the StackMapTable stand where
 * they hold, in the form they shall have. README.md has the words.
 */
final class CodeAssembler {
    private static final String[] MNEMONICS = ("nop aconst_null iconst_m1 iconst_0 iconst_1 iconst_2 iconst_3 iconst_4 iconst_5 lconst_0 lconst_1 "
        + "fconst_0 fconst_1 fconst_2 dconst_0 dconst_1 bipush sipush ldc ldc_w ldc2_w iload lload fload dload aload iload_0 iload_1 iload_2 iload_3 "
        + "lload_0 lload_1 lload_2 lload_3 fload_0 fload_1 fload_2 fload_3 dload_0 dload_1 dload_2 dload_3 aload_0 aload_1 aload_2 aload_3 iaload laload "
        + "faload daload aaload baload caload saload istore lstore fstore dstore astore istore_0 istore_1 istore_2 istore_3 lstore_0 lstore_1 lstore_2 "
        + "lstore_3 fstore_0 fstore_1 fstore_2 fstore_3 dstore_0 dstore_1 dstore_2 dstore_3 astore_0 astore_1 astore_2 astore_3 iastore lastore fastore "
        + "dastore aastore bastore castore sastore pop pop2 dup dup_x1 dup_x2 dup2 dup2_x1 dup2_x2 swap iadd ladd fadd dadd isub lsub fsub dsub imul "
        + "lmul fmul dmul idiv ldiv fdiv ddiv irem lrem frem drem ineg lneg fneg dneg ishl lshl ishr lshr iushr lushr iand land ior lor ixor lxor iinc "
        + "i2l i2f i2d l2i l2f l2d f2i f2l f2d d2i d2l d2f i2b i2c i2s lcmp fcmpl fcmpg dcmpl dcmpg ifeq ifne iflt ifge ifgt ifle if_icmpeq if_icmpne "
        + "if_icmplt if_icmpge if_icmpgt if_icmple if_acmpeq if_acmpne goto jsr ret tableswitch lookupswitch ireturn lreturn freturn dreturn areturn "
        + "return getstatic putstatic getfield putfield invokevirtual invokespecial invokestatic invokeinterface invokedynamic new newarray anewarray "
        + "arraylength athrow checkcast instanceof monitorenter monitorexit wide multianewarray ifnull ifnonnull goto_w jsr_w").split(" ");
    private static final Map<String, Integer> OPCODES = new HashMap<>();
    private static final Map<String, String> KIND_OF_OPERAND = new HashMap<>();

    static {
        for (int at = 0; at != MNEMONICS.length; at++) OPCODES.put(MNEMONICS[at], at);
        for (String field : List.of("getstatic", "putstatic", "getfield", "putfield")) KIND_OF_OPERAND.put(field, "Fieldref:");
        for (String type : List.of("new", "anewarray", "checkcast", "instanceof", "multianewarray")) KIND_OF_OPERAND.put(type, "Class:");
        for (String call : List.of("invokevirtual", "invokespecial", "invokestatic")) KIND_OF_OPERAND.put(call, "Methodref:");
        KIND_OF_OPERAND.put("invokeinterface", "InterfaceMethodref:");
        KIND_OF_OPERAND.put("invokedynamic", "InvokeDynamic:");
    }

    int maxStack = 8;
    int maxLocals = 8;
    final List<ClassAssembler.Attribute> attributes = new ArrayList<>();
    private final ClassAssembler owner;
    private final ClassAssembler.Bytes code = new ClassAssembler.Bytes();
    private final Map<String, Integer> labels = new HashMap<>();
    private final List<Patch> patches = new ArrayList<>();
    private final List<String[]> handlers = new ArrayList<>();
    private final List<Frame> frames = new ArrayList<>();
    private String[] rawMap;

    private record Patch(int at, int from, String label, boolean wide) { }

    private record Frame(int bci, String[] words) { }

    CodeAssembler(ClassAssembler owner) {
        this.owner = owner;
    }

    void line(String line) {
        for (String statement : line.trim().split("\\s+;\\s+")) {
            if (!statement.isEmpty()) statement(statement);
        }
    }

    private void statement(String text) {
        String[] words = text.trim().split("\\s+");
        if (words[0].endsWith(":") && !OPCODES.containsKey(words[0])) {
            labels.put(words[0].substring(0, words[0].length() - 1), code.size());
            if (words.length > 1) statement(text.trim().substring(words[0].length()));
            return;
        }
        switch (words[0]) {
            case "catch" -> handlers.add(words);
            case "frame" -> frames.add(new Frame(code.size(), words));
            case "map" -> rawMap = words;
            case "bytes" -> {
                for (int at = 1; at < words.length; at++) code.hex(words[at]);
            }
            case "fill" -> {
                int count = Integer.decode(words[1]);
                for (int at = 0; at != count; at++) code.u1(OPCODES.get(words[2]));
            }
            default -> instruction(words);
        }
    }

    private void instruction(String[] words) {
        boolean wide = words[0].equals("wide");
        if (wide) {
            code.u1(0xc4);
            words = java.util.Arrays.copyOfRange(words, 1, words.length);
        }
        Integer opcode = OPCODES.get(words[0]);
        if (opcode == null) throw new IllegalArgumentException("no such instruction: " + words[0]);
        int start = code.size();
        code.u1(opcode);
        switch (words[0]) {
            case "bipush" -> code.u1(Integer.decode(words[1]));
            case "newarray" -> code.u1(arrayType(words[1]));
            case "sipush" -> code.u2(Integer.decode(words[1]));
            case "ldc" -> code.u1(owner.pool.constant(words[1]));
            case "ldc_w", "ldc2_w" -> code.u2(owner.pool.constant(words[1]));
            case "iload", "lload", "fload", "dload", "aload", "istore", "lstore", "fstore", "dstore", "astore", "ret" -> local(words[1], wide);
            case "iinc" -> {
                local(words[1], wide);
                local(words[2], wide);
            }
            case "tableswitch", "lookupswitch" -> switchInstruction(words, start);
            case "goto_w", "jsr_w" -> branch(start, words[1], true);
            default -> {
                if (KIND_OF_OPERAND.containsKey(words[0])) reference(words);
                else if (opcode >= 0x99 && opcode <= 0xa8 || opcode == 0xc6 || opcode == 0xc7) branch(start, words[1], false);
                else if (words.length > 1) throw new IllegalArgumentException("too many words: " + String.join(" ", words));
            }
        }
    }

    private static int arrayType(String word) {
        int named = List.of("boolean", "char", "float", "double", "byte", "short", "int", "long").indexOf(word);
        return named >= 0 ? named + 4 : Integer.decode(word);
    }

    private void local(String word, boolean wide) {
        if (wide) code.u2(Integer.decode(word));
        else code.u1(Integer.decode(word));
    }

    private void reference(String[] words) {
        String word = words[1];
        boolean complete = word.startsWith("#") || word.startsWith("$") || word.matches("[A-Z][A-Za-z0-9]+:.*");
        code.u2(owner.pool.constant(complete ? word : KIND_OF_OPERAND.get(words[0]) + word));
        switch (words[0]) {
            case "invokeinterface" -> {
                code.u1(words.length > 2 ? Integer.decode(words[2]) : 1 + argumentSlots(word));
                code.u1(words.length > 3 ? Integer.decode(words[3]) : 0);
            }
            case "invokedynamic" -> code.u2(words.length > 2 ? Integer.decode(words[2]) : 0);
            case "multianewarray" -> code.u1(Integer.decode(words[2]));
            default -> { }
        }
    }

    private static int argumentSlots(String member) {
        int slots = 0;
        for (int at = member.indexOf('(') + 1; member.charAt(at) != ')'; at++) {
            slots += member.charAt(at) == 'J' || member.charAt(at) == 'D' ? 2 : 1;
            while (member.charAt(at) == '[') at++;
            if (member.charAt(at) == 'L') at = member.indexOf(';', at);
        }
        return slots;
    }

    private void branch(int from, String label, boolean wide) {
        patches.add(new Patch(code.size(), from, label, wide));
        if (wide) code.u4(0);
        else code.u2(0);
    }

    /** {@code tableswitch LOW HIGH DEFAULT L0 L1..} and {@code lookupswitch DEFAULT KEY:LABEL..}; "pad=1" fills with ones, "count=N" lies. */
    private void switchInstruction(String[] words, int start) {
        List<String> rest = new ArrayList<>(List.of(words).subList(1, words.length));
        boolean ones = rest.remove("pad=1");
        while (code.size() % 4 != 0) code.u1(ones ? 1 : 0);
        if (words[0].equals("tableswitch")) {
            branch(start, rest.get(2), true);
            code.u4(Integer.decode(rest.get(0)));
            code.u4(Integer.decode(rest.get(1)));
            for (String label : rest.subList(3, rest.size())) branch(start, label, true);
            return;
        }
        branch(start, rest.remove(0), true);
        boolean lies = !rest.isEmpty() && rest.get(0).startsWith("count=");
        code.u4(lies ? (int) Long.decode(rest.remove(0).substring(6)).longValue() : rest.size());
        for (String row : rest) {
            int colon = row.indexOf(':');
            code.u4(Integer.decode(row.substring(0, colon)));
            branch(start, row.substring(colon + 1), true);
        }
    }

    int bci(String label) {
        if (label.startsWith("=")) return Integer.decode(label.substring(1));
        Integer at = labels.get(label);
        if (at == null) throw new IllegalArgumentException("no such label: " + label);
        return at;
    }

    /** A label, or "+3" and "-3": so far from the instruction itself. */
    private int offset(Patch patch) {
        char sign = patch.label.charAt(0);
        return sign == '+' || sign == '-' ? Integer.parseInt(patch.label) : bci(patch.label) - patch.from;
    }

    private byte[] patchedCode() {
        byte[] bytes = code.toByteArray();
        for (Patch patch : patches) {
            int offset = offset(patch);
            int width = patch.wide ? 4 : 2;
            for (int at = 0; at != width; at++) bytes[patch.at + at] = (byte) (offset >> 8 * (width - 1 - at));
        }
        return bytes;
    }

    void write(ClassAssembler.Bytes out) {
        ClassAssembler.Bytes info = new ClassAssembler.Bytes();
        info.u2(maxStack);
        info.u2(maxLocals);
        info.u4(code.size());
        info.writeBytes(patchedCode());
        info.u2(handlers.size());
        for (String[] words : handlers) {
            for (int at = 1; at != 4; at++) info.u2(bci(words[at]));
            info.u2(words[4].equals("any") ? 0 : words[4].startsWith("#") ? owner.pool.constant(words[4]) : owner.pool.constant("Class:" + words[4]));
        }
        boolean hasMap = rawMap != null || !frames.isEmpty();
        info.u2(attributes.size() + (hasMap ? 1 : 0));
        if (hasMap) writeMap(info);
        for (ClassAssembler.Attribute attribute : attributes) attribute.write(info, this);
        out.u2(owner.pool.utf8("Code"));
        out.u4(info.size());
        out.writeBytes(info.toByteArray());
    }

    private void writeMap(ClassAssembler.Bytes info) {
        ClassAssembler.Bytes map = new ClassAssembler.Bytes();
        if (rawMap != null) {
            owner.data(map, rawMap, 1, this);
        } else {
            map.u2(frames.size());
            int before = -1;
            for (Frame frame : frames) {
                int delta = frame.bci - before - 1;
                writeFrame(map, delta, frame.words);
                before = frame.bci;
            }
        }
        info.u2(owner.pool.utf8("StackMapTable"));
        info.u4(map.size());
        info.writeBytes(map.toByteArray());
    }

    /** {@code frame same|stack T|append T..|chop N|full T.. | T..}; JVMS 4.7.4. */
    private void writeFrame(ClassAssembler.Bytes map, int delta, String[] words) {
        switch (words[1]) {
            case "same" -> header(map, delta, 0, 251);
            case "stack" -> {
                header(map, delta, 64, 247);
                type(map, words[2]);
            }
            case "append" -> {
                header(map, delta, -1, 251 + words.length - 2);
                for (int at = 2; at < words.length; at++) type(map, words[at]);
            }
            case "chop" -> header(map, delta, -1, 251 - Integer.decode(words[2]));
            case "full" -> {
                header(map, delta, -1, 255);
                int bar = List.of(words).indexOf("|");
                types(map, words, 2, bar);
                types(map, words, bar + 1, words.length);
            }
            default -> throw new IllegalArgumentException("no such frame: " + words[1]);
        }
    }

    private static void header(ClassAssembler.Bytes map, int delta, int compact, int extended) {
        if (compact >= 0 && delta < 64) {
            map.u1(compact + delta);
            return;
        }
        map.u1(extended);
        map.u2(delta);
    }

    private void types(ClassAssembler.Bytes map, String[] words, int from, int to) {
        map.u2(to - from);
        for (int at = from; at < to; at++) type(map, words[at]);
    }

    private void type(ClassAssembler.Bytes map, String word) {
        int simple = List.of("top", "int", "float", "double", "long", "null", "uninitializedThis").indexOf(word);
        if (simple >= 0) {
            map.u1(simple);
        } else if (word.startsWith("new@")) {
            map.u1(8);
            map.u2(bci(word.substring(4)));
        } else if (word.startsWith("tag=")) {
            map.u1(Integer.decode(word.substring(4)));
        } else {
            map.u1(7);
            map.u2(word.startsWith("#") ? owner.pool.constant(word) : owner.pool.constant("Class:" + word));
        }
    }
}
