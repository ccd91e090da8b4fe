// dumpHeap writes a file that this reader, which knows the format from its description, walks to the end: each object that must be there
// is there, with its class and its values (HPROF, "JAVA PROFILE 1.0.2"). An array of some megabytes has a segment of its own.
import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class HeapDumps {
    static int secret = 0x5ec2e7;
    int number = 4711;
    double real = 0.5;
    HeapDumps next;
    static final HeapDumps HEAD = new HeapDumps();
    static final long[] LONGS = {1, -2, 0x123456789abcdefL};
    static final long[] MANY = new long[400_000];
    static final String[] WORDS = {"one", null, "three"};

    record Layout(long superclass, List<String> names, List<Integer> types, Map<String, Long> statics) {}

    static final Map<Long, String> texts = new HashMap<>();
    static final Map<Long, String> classes = new HashMap<>();
    static final Map<Long, Layout> layouts = new HashMap<>();
    static final Map<Long, Map<String, Long>> mine = new HashMap<>();
    static final List<String> longArrays = new ArrayList<>();
    static int wordArrays;
    static long sumOfMany;
    static int longSegments;
    static int itemsOfLongSegments;
    static int roots;
    static int objects;

    static long value(DataInputStream in, int type) throws IOException {
        return switch (type) {
            case 2, 7, 11 -> in.readLong();
            case 4, 8 -> in.readByte();
            case 5, 9 -> in.readShort();
            case 6, 10 -> in.readInt();
            default -> throw new IOException("type " + type);
        };
    }

    static Map<String, Long> fields(DataInputStream in, long klass) throws IOException {
        Map<String, Long> values = new HashMap<>();
        for (long at = klass; at != 0; at = layouts.get(at).superclass()) {
            Layout layout = layouts.get(at);
            for (int i = 0; i < layout.names().size(); i++) {
                values.put(layout.names().get(i), value(in, layout.types().get(i)));
            }
        }
        return values;
    }

    static void classDump(DataInputStream in) throws IOException {
        long klass = in.readLong();
        in.readInt();
        Layout layout = new Layout(in.readLong(), new ArrayList<>(), new ArrayList<>(), new HashMap<>());
        in.skipNBytes(5 * 8 + 4);
        if (in.readUnsignedShort() != 0) {
            throw new IOException("constants");
        }
        for (int statics = in.readUnsignedShort(); statics > 0; statics--) {
            String name = texts.get(in.readLong());
            layout.statics().put(name, value(in, in.readUnsignedByte()));
        }
        for (int count = in.readUnsignedShort(); count > 0; count--) {
            layout.names().add(texts.get(in.readLong()));
            layout.types().add(in.readUnsignedByte());
        }
        layouts.put(klass, layout);
    }

    // Returns how long the item was.
    static void item(DataInputStream in) throws IOException {
        int kind = in.readUnsignedByte();
        switch (kind) {
            case 0xff, 0x05, 0x06, 0x07 -> in.skipNBytes(8);
            case 0x01, 0x04 -> in.skipNBytes(kind == 0x01 ? 16 : 12);
            case 0x02, 0x03, 0x08 -> in.skipNBytes(16);
            case 0x20 -> classDump(in);
            case 0x21 -> instance(in);
            case 0x22 -> objectArray(in);
            case 0x23 -> primitiveArray(in);
            default -> throw new IOException("item " + kind);
        }
        roots += kind < 0x20 || kind == 0xff ? 1 : 0;
        objects += kind > 0x20 && kind < 0x24 ? 1 : 0;
    }

    static void instance(DataInputStream in) throws IOException {
        long object = in.readLong();
        in.readInt();
        long klass = in.readLong();
        int bytes = in.readInt();
        if ("HeapDumps".equals(classes.get(klass))) {
            mine.put(object, fields(in, klass));
        } else {
            in.skipNBytes(bytes);
        }
    }

    static void objectArray(DataInputStream in) throws IOException {
        in.skipNBytes(12);
        int length = in.readInt();
        String name = classes.get(in.readLong());
        long[] elements = new long[length];
        for (int i = 0; i < length; i++) {
            elements[i] = in.readLong();
        }
        if (name.equals("[Ljava/lang/String;") && length == 3 && elements[0] != 0 && elements[1] == 0 && elements[2] != 0) {
            wordArrays++;
        }
    }

    static void primitiveArray(DataInputStream in) throws IOException {
        in.skipNBytes(12);
        int length = in.readInt();
        int type = in.readUnsignedByte();
        long sum = 0;
        for (int i = 0; i < length; i++) {
            sum += value(in, type);
        }
        if (type == 11 && length == 3) {
            longArrays.add(Long.toHexString(sum));
        }
        if (type == 11 && length == MANY.length) {
            sumOfMany = sum;
        }
    }

    static void read(DataInputStream in) throws IOException {
        byte[] title = in.readNBytes(19);
        System.out.println(new String(title, 0, 18) + " " + title[18] + " " + in.readInt());
        in.readLong();
        for (int tag = in.read(); tag >= 0; tag = in.read()) {
            in.readInt();
            long length = in.readInt() & 0xffffffffL;
            if (tag == 0x01) {
                texts.put(in.readLong(), new String(in.readNBytes((int) length - 8)));
            } else if (tag == 0x02) {
                in.readInt();
                long klass = in.readLong();
                in.readInt();
                classes.put(klass, texts.get(in.readLong()));
            } else if (tag == 0x0c || tag == 0x1c) {
                DataInputStream segment = new DataInputStream(new java.io.ByteArrayInputStream(in.readNBytes((int) length)));
                int items = 0;
                for (; segment.available() > 0; items++) {
                    item(segment);
                }
                if (length > 8L * MANY.length) {
                    longSegments++;
                    itemsOfLongSegments += items;
                }
            } else {
                in.skipNBytes(length);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        HEAD.next = new HeapDumps();
        HEAD.next.number = 12;
        for (int i = 0; i < MANY.length; i++) {
            MANY[i] = i;
        }
        HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        Path file = Files.createTempDirectory("dumps").resolve("heap.hprof");
        bean.dumpHeap(file.toString(), true);
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            read(in);
        }
        System.out.println(mine.size() + " " + mine.values().stream().map(f -> f.get("number")).sorted().toList());
        System.out.println(mine.values().stream().allMatch(f -> Double.longBitsToDouble(f.get("real")) == 0.5));
        System.out.println(mine.values().stream().filter(f -> mine.containsKey(f.get("next"))).count());
        long own = classes.entrySet().stream().filter(e -> e.getValue().equals("HeapDumps")).findFirst().get().getKey();
        System.out.println(Long.toHexString(layouts.get(own).statics().get("secret")) + " " + mine.containsKey(layouts.get(own).statics().get("HEAD")));
        System.out.println(longArrays.contains("123456789abcdee") + " " + (wordArrays > 0) + " " + (roots > 100) + " " + (objects > 1000));
        System.out.println(sumOfMany + " " + (longSegments > 0) + " " + (itemsOfLongSegments == longSegments));
        for (String bad : new String[] {file.toString(), "/no/such/folder/x.hprof", "x.txt"}) {
            try {
                bean.dumpHeap(bad, false);
            } catch (IOException | IllegalArgumentException e) {
                System.out.println(e);
            }
        }
        Files.delete(file);
        Files.delete(file.getParent());
    }
}
