import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

// Chains of thousands of superclasses and superinterfaces: loaded from the top, initialised, tested and called in no more than linear time each; loaded
// from the bottom they need a frame of the loader for each, so a StackOverflowError is the answer, after which all goes on (JVMS 5.3.5, 5.5).
public class DeepHierarchies {
    /** `name extends superName implements faces`: written by hand, since a library for class files would take longer than the test. */
    static byte[] type(String name, boolean isInterface, String superName, String... faces) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeInt(0xcafebabe);
            out.writeInt(52);
            out.writeShort(5 + 2 * faces.length);
            writeClass(out, 1, name);
            writeClass(out, 3, superName);
            for (int k = 0; k < faces.length; k++) writeClass(out, 5 + 2 * k, faces[k]);
            out.writeShort(isInterface ? 0x0601 : 0x21);
            out.writeShort(2);
            out.writeShort(4);
            out.writeShort(faces.length);
            for (int k = 0; k < faces.length; k++) out.writeShort(6 + 2 * k);
            out.write(new byte[6]);
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new Error(e);
        }
    }

    /** The entries `index`, a name, and `index` + 1, the class of that name. */
    private static void writeClass(DataOutputStream out, int index, String name) throws IOException {
        out.writeByte(1);
        out.writeUTF(name);
        out.writeByte(7);
        out.writeShort(index);
    }

    static class Chain extends ClassLoader {
        final boolean faces;
        int asked;
        Chain(boolean faces) { this.faces = faces; }

        Class<?> define(int k) {
            String name = "C" + k, above = k == 0 ? null : "C" + (k - 1);
            byte[] b = !faces ? type(name, false, above == null ? "java/lang/Object" : above)
                     : above == null ? type(name, true, "java/lang/Object") : type(name, true, "java/lang/Object", above);
            return defineClass(name, b, 0, b.length);
        }

        @Override
        protected Class<?> findClass(String name) {
            asked++;
            return define(Integer.parseInt(name.substring(1)));
        }
    }

    static String fromTop(boolean faces, int depth) throws Exception {
        Chain chain = new Chain(faces);
        Class<?> top = chain.define(0), middle = null, bottom = top;
        for (int k = 1; k < depth; k++) {
            bottom = chain.define(k);
            if (k == depth / 2) middle = bottom;
        }
        int length = 0;
        for (Class<?> at = bottom; at != null; at = faces ? (at.getInterfaces().length == 0 ? null : at.getInterfaces()[0]) : at.getSuperclass()) length++;
        String text = length + " " + top.isAssignableFrom(bottom) + " " + middle.isAssignableFrom(bottom) + " " + bottom.isAssignableFrom(middle) + " " + chain.asked;
        Class.forName(bottom.getName(), true, chain);
        return text + " " + Object[].class.isInstance(java.lang.reflect.Array.newInstance(bottom, 1)) + " " + top.isInstance(java.lang.reflect.Array.newInstance(bottom, 1));
    }

    static String fromBottom(boolean faces, int depth) {
        Chain chain = new Chain(faces);
        String result;
        try {
            result = Class.forName("C" + depth, true, chain).getName();
        } catch (ClassNotFoundException e) {
            result = e.toString();
        } catch (StackOverflowError e) {
            result = "overflow " + (chain.asked > 5);
        }
        try {
            return result + ", then " + Class.forName("C20", true, chain).getName();
        } catch (ClassNotFoundException | LinkageError e) {
            return result + ", then " + e;
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println("classes " + fromTop(false, 1500));
        System.out.println("interfaces " + fromTop(true, 1400));
        System.out.println("short, from the bottom " + new Chain(false).loadClass("C40").getSuperclass().getName() + " " + new Chain(true).loadClass("C40").getInterfaces()[0].getName());
        Thread small = new Thread(null, () -> {
            System.out.println("from the bottom " + fromBottom(false, 100000));
            System.out.println("interfaces from the bottom " + fromBottom(true, 100000));
        }, "small", 1024 * 1024);
        small.start();
        small.join();
    }
}
