import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;

// run: -XX:MaxMetaspaceSize=32m
// Classes that live until there is no room for another: OutOfMemoryError, and room again once their loader is gone.
public class MetaspaceFull {
    static final int METHODS = 10, CODE = 60_000;

    // public class <name> { static void m() {} ... }, each method with a lot of nop.
    static byte[] bytes(String name) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xcafebabe);
        out.writeInt(61);
        out.writeShort(7 + METHODS);
        out.writeByte(1); out.writeUTF(name);
        out.writeByte(7); out.writeShort(1);
        out.writeByte(1); out.writeUTF("java/lang/Object");
        out.writeByte(7); out.writeShort(3);
        out.writeByte(1); out.writeUTF("()V");
        out.writeByte(1); out.writeUTF("Code");
        for (int i = 0; i < METHODS; i++) { out.writeByte(1); out.writeUTF("m" + i); }
        out.writeShort(0x21); out.writeShort(2); out.writeShort(4); out.writeShort(0); out.writeShort(0);
        out.writeShort(METHODS);
        for (int i = 0; i < METHODS; i++) {
            out.writeShort(9); out.writeShort(7 + i); out.writeShort(5); out.writeShort(1);
            out.writeShort(6); out.writeInt(12 + CODE);
            out.writeShort(0); out.writeShort(0); out.writeInt(CODE);
            out.write(new byte[CODE - 1]); out.writeByte(0xb1);
            out.writeShort(0); out.writeShort(0);
        }
        out.writeShort(0);
        return bytes.toByteArray();
    }

    static class Own extends ClassLoader {
        int classes;
        void define() throws IOException {
            byte[] b = bytes("Filler" + classes);
            defineClass(null, b, 0, b.length);
            classes++;
        }
    }

    static int fill() throws IOException {
        Own loader = new Own();
        try {
            while (loader.classes < 1000) loader.define();
        } catch (OutOfMemoryError e) {
            System.out.println(e.getMessage());
        }
        return loader.classes;
    }

    public static void main(String[] args) throws Exception {
        System.out.println("printing needs classes, too: they are here before no more fit");
        for (int i = 0; i < 2; i++) {
            int classes = fill();
            System.out.println(classes > 10 && classes < 60 ? "full" : "full after " + classes);
        }
        Own last = new Own();
        for (int i = 0; i < 5; i++) last.define();
        System.out.println(last.classes);
        ManagementFactory.getMemoryPoolMXBeans().stream().filter(p -> p.getName().equals("Metaspace")).forEach(p -> System.out.println(p.getUsage().getMax()));
    }
}
