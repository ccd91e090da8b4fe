import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;

// Class files at the limits of JVMS 4.11: very many fields and methods, code of 65535 bytes, switches of thousands of cases, as many handlers,
// every local, the longest text and the longest class name. They load, verify, run, and are collected in; one more of what has a limit is refused.
public class LargestClasses {
    /** Writes a class file without a library, which would take longer than the test. */
    static final class Maker {
        final ByteArrayOutputStream pool = new ByteArrayOutputStream(), fields = new ByteArrayOutputStream(), methods = new ByteArrayOutputStream();
        final Map<String, Integer> texts = new HashMap<>();
        int constants = 1, fieldCount, methodCount;

        static void u2(ByteArrayOutputStream out, int value) {
            out.write(value >> 8);
            out.write(value);
        }

        static void u4(ByteArrayOutputStream out, int value) {
            u2(out, value >> 16);
            u2(out, value);
        }

        int text(String text) {
            return texts.computeIfAbsent(text, absent -> {
                try {
                    pool.write(1);
                    new DataOutputStream(pool).writeUTF(absent);
                } catch (IOException e) {
                    throw new Error(e);
                }
                return constants++;
            });
        }

        int pair(int tag, int first, int second) {
            pool.write(tag);
            u2(pool, first);
            if (second >= 0) u2(pool, second);
            return constants++;
        }

        int type(String name) { return pair(7, text(name), -1); }
        int string(String value) { return pair(8, text(value), -1); }
        int method(String owner, String name, String descriptor) { return pair(10, type(owner), pair(12, text(name), text(descriptor))); }

        void field(String name) {
            u2(fields, 9);
            u2(fields, text(name));
            u2(fields, text("I"));
            u2(fields, 0);
            fieldCount++;
        }

        /** handlers: how many rows, all of them from 0 to `end`, handled at `end`. */
        void code(String name, String descriptor, int stack, int locals, byte[] code, int handlers, int end, byte[] map) {
            u2(methods, 9);
            u2(methods, text(name));
            u2(methods, text(descriptor));
            u2(methods, 1);
            u2(methods, text("Code"));
            u4(methods, 12 + code.length + 8 * handlers + (map == null ? 0 : 6 + map.length));
            u2(methods, stack);
            u2(methods, locals);
            u4(methods, code.length);
            methods.writeBytes(code);
            u2(methods, handlers);
            for (int k = 0; k < handlers; k++) {
                u4(methods, end);
                u4(methods, end << 16);
            }
            u2(methods, map == null ? 0 : 1);
            if (map != null) {
                u2(methods, text("StackMapTable"));
                u4(methods, map.length);
                methods.writeBytes(map);
            }
            methodCount++;
        }

        Class<?> define(String name) {
            int self = type(name), object = type("java/lang/Object");
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            u4(out, 0xcafebabe);
            u4(out, 61);
            u2(out, constants);
            out.writeBytes(pool.toByteArray());
            u2(out, 0x21);
            u2(out, self);
            u2(out, object);
            u2(out, 0);
            u2(out, fieldCount);
            out.writeBytes(fields.toByteArray());
            u2(out, methodCount);
            out.writeBytes(methods.toByteArray());
            u2(out, 0);
            byte[] bytes = out.toByteArray();
            return new ClassLoader(LargestClasses.class.getClassLoader()) {
                Class<?> made() { return defineClass(null, bytes, 0, bytes.length); }
            }.made();
        }
    }

    static void attempt(String what, Callable<?> action) {
        try {
            System.out.println(what + ": " + action.call());
        } catch (Throwable thrown) {
            Throwable t = thrown instanceof java.lang.reflect.InvocationTargetException ? thrown.getCause() : thrown;
            String text = t.toString();
            System.out.println(what + ": " + (text.length() > 150 ? text.substring(0, 90) + "..." + text.length() : text));
        }
    }

    static Object call(Class<?> made, String name) throws Exception { return made.getMethod(name).invoke(null); }

    static Object manyFields(int count) throws Exception {
        Maker maker = new Maker();
        for (int k = 0; k < count; k++) maker.field("f" + k);
        Class<?> made = maker.define("ManyFields");
        made.getField("f" + (count - 1)).setInt(null, 7);
        return made.getDeclaredFields().length + " " + made.getField("f0").getInt(null) + " " + made.getField("f" + (count - 1)).getInt(null);
    }

    static Object manyMethods(int count) throws Exception {
        Maker maker = new Maker();
        for (int k = 0; k < count; k++) maker.code("m" + k, "()I", 1, 0, new byte[] {0x11, (byte) (k >> 8), (byte) k, (byte) 0xac}, 0, 0, null);
        Class<?> made = maker.define("ManyMethods");
        return made.getDeclaredMethods().length + " " + call(made, "m0") + " " + call(made, "m" + (count - 1));
    }

    /** An increment each three bytes, then a collection. */
    static Object longCode(int length) throws Exception {
        Maker maker = new Maker();
        ByteArrayOutputStream code = new ByteArrayOutputStream();
        code.write(0x03);
        code.write(0x3b);
        while (code.size() < length - 7) {
            code.write(0x84);
            Maker.u2(code, 1);
        }
        int gc = maker.method("java/lang/System", "gc", "()V");
        code.writeBytes(new byte[] {(byte) 0xb8, (byte) (gc >> 8), (byte) gc});
        while (code.size() < length - 2) code.write(0x00);
        code.writeBytes(new byte[] {0x1a, (byte) 0xac});
        maker.code("run", "()I", 1, 1, code.toByteArray(), 0, 0, null);
        return code.size() + " bytes, " + call(maker.define("LongCode"), "run");
    }

    /** Case k answers k; each has a frame. */
    static Object largeSwitch(boolean lookup, int cases) throws Exception {
        Maker maker = new Maker();
        ByteArrayOutputStream code = new ByteArrayOutputStream(), map = new ByteArrayOutputStream();
        int table = lookup ? 8 + 8 * cases : 12 + 4 * cases;
        code.writeBytes(new byte[] {0x1a, (byte) (lookup ? 0xab : 0xaa), 0, 0});
        Maker.u4(code, 3 + table);
        Maker.u4(code, lookup ? cases : 0);
        if (!lookup) Maker.u4(code, cases - 1);
        for (int k = 0; k < cases; k++) {
            if (lookup) Maker.u4(code, 3 * k);
            Maker.u4(code, 3 + table + 4 * k);
        }
        Maker.u2(map, cases);
        map.write(251);
        Maker.u2(map, 4 + table);
        for (int k = 0; k < cases; k++) {
            Maker.u4(code, 0x11 << 24 | k << 8 | 0xac);
            if (k != 0) map.write(3);
        }
        maker.code("choose", "(I)I", 1, 1, code.toByteArray(), 0, 0, map.toByteArray());
        var method = maker.define("LargeSwitch").getMethod("choose", int.class);
        int step = lookup ? 3 : 1;
        return method.invoke(null, step) + " " + method.invoke(null, step * (cases / 2)) + " " + method.invoke(null, step * (cases - 1)) + " " + method.invoke(null, step * cases) + " " + method.invoke(null, -1);
    }

    /** The last of many rows is the first that fits. */
    static Object manyHandlers(int rows) throws Exception {
        Maker maker = new Maker();
        byte[] code = {0x01, (byte) 0xbf, 0x57, 0x08, (byte) 0xac};
        byte[] map = {0, 1, 64 + 2, 7, 0, 0};
        int thrown = maker.type("java/lang/Throwable");
        map[4] = (byte) (thrown >> 8);
        map[5] = (byte) thrown;
        maker.code("run", "()I", 1, 0, code, rows, 2, map);
        return call(maker.define("ManyHandlers"), "run");
    }

    /** The last of 65535 locals holds an object over a collection, behind many blocks. */
    static Object everyLocal(int branches) throws Exception {
        Maker maker = new Maker();
        ByteArrayOutputStream code = new ByteArrayOutputStream(), map = new ByteArrayOutputStream();
        int text = maker.string("kept"), gc = maker.method("java/lang/System", "gc", "()V");
        for (int k = 0; k < branches; k++) Maker.u4(code, 0x03990003);
        code.writeBytes(new byte[] {0x13, (byte) (text >> 8), (byte) text, (byte) 0xc4, 0x3a, (byte) 0xff, (byte) 0xfe});
        code.writeBytes(new byte[] {(byte) 0xb8, (byte) (gc >> 8), (byte) gc, (byte) 0xc4, 0x19, (byte) 0xff, (byte) 0xfe, (byte) 0xb0});
        Maker.u2(map, branches);
        for (int k = 0; k < branches; k++) map.write(k == 0 ? 4 : 3);
        maker.code("run", "()Ljava/lang/Object;", 1, 65535, code.toByteArray(), 0, 0, branches == 0 ? null : map.toByteArray());
        return call(maker.define("EveryLocal"), "run");
    }

    static Object longText(int length) throws Exception {
        Maker maker = new Maker();
        int text = maker.string("x".repeat(length));
        maker.code("run", "()Ljava/lang/Object;", 1, 0, new byte[] {0x13, (byte) (text >> 8), (byte) text, (byte) 0xb0}, 0, 0, null);
        return ((String) call(maker.define("LongText"), "run")).length();
    }

    static Object longName(int length) throws Exception {
        return new Maker().define("N".repeat(length)).getName().length();
    }

    public static void main(String[] args) throws Exception {
        attempt("fields", () -> manyFields(2000));
        attempt("methods", () -> manyMethods(500));
        attempt("code", () -> longCode(65535));
        attempt("more code", () -> longCode(65536));
        attempt("tableswitch", () -> largeSwitch(false, 8000));
        attempt("lookupswitch", () -> largeSwitch(true, 5000));
        attempt("handlers", () -> manyHandlers(65535));
        attempt("locals", () -> everyLocal(0));
        attempt("locals and branches", () -> everyLocal(200));
        attempt("text", () -> longText(65535));
        attempt("class name", () -> longName(65535));
        attempt("class name asked for", () -> Class.forName("N".repeat(65535)));
        attempt("longer class name asked for", () -> Class.forName("N".repeat(65536)));
        attempt("much longer class name asked for", () -> Class.forName("N".repeat(1 << 20)));
        attempt("longer array name asked for", () -> Class.forName("[L" + "N".repeat(65535) + ";"));
        attempt("longer name loaded", () -> ClassLoader.getSystemClassLoader().loadClass("N".repeat(70000)));
    }
}
