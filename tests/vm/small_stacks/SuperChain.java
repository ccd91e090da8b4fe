import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * Loads a class with so many superclasses as the first argument says. One user class loader defines them all, so each superclass nests one more call of
 * loadClass. The second argument says which thread does this: "main" or "started". Prints whether the stack was enough.
 */
public class SuperChain {
    /** Defines C0, C1, ...: each extends the one before. */
    private static class Chain extends ClassLoader {
        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            int at = Integer.parseInt(name.substring(1));
            byte[] bytes = classFile(name, at == 0 ? "java/lang/Object" : "C" + (at - 1));
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private static byte[] classFile(String name, String superName) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(0xCAFEBABE);
            out.writeInt(61);
            out.writeShort(5);
            out.writeByte(7);
            out.writeShort(2);
            out.writeByte(1);
            out.writeUTF(name);
            out.writeByte(7);
            out.writeShort(4);
            out.writeByte(1);
            out.writeUTF(superName);
            out.writeShort(0x21);
            out.writeShort(1);
            out.writeShort(3);
            out.writeShort(0);
            out.writeShort(0);
            out.writeShort(0);
            out.writeShort(0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }

    private static void load(int length) {
        try {
            new Chain().loadClass("C1");
            System.out.println("loaded " + new Chain().loadClass("C" + length).getName());
        } catch (StackOverflowError e) {
            System.out.println("StackOverflowError");
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        int length = Integer.parseInt(args[0]);
        if (args[1].equals("main")) {
            load(length);
            return;
        }
        Thread started = new Thread(() -> load(length));
        started.start();
        started.join();
    }
}
