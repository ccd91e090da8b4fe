import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.MessageDigest;
import java.security.ProtectionDomain;
import java.util.HexFormat;

// Digests whose classes an agent changes: MD5 when it is loaded, the others later and back again. Each has another round constant then, so
// what the VM does in place of the library's methods would show.
// manifest: Premain-Class: ChangedDigests; Can-Redefine-Classes: true; Can-Retransform-Classes: true
// run: -javaagent:{jar} --add-opens java.base/sun.security.provider=ALL-UNNAMED
public class ChangedDigests {
    static final String PACKAGE = "sun/security/provider/";
    static final String[] NAMES = {"MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256"};
    static Instrumentation instrumentation;

    // Adds one to the first constant of the pool with these bytes.
    static class Changer implements ClassFileTransformer {
        @Override
        public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
            if (name == null || !name.startsWith(PACKAGE)) return null;
            return switch (name.substring(PACKAGE.length())) {
                case "MD5" -> changed(bytes, 3, 0xd76aa478);
                case "SHA" -> changed(bytes, 3, 0x5a827999);
                // Class initializers do not run again, so a shift in the body is changed instead.
                case "SHA2" -> shifted(bytes, 25, 26);
                case "SHA5" -> shifted(bytes, 41, 42);
                case "SHA3" -> shifted(bytes, 24, 23);
                default -> null;
            };
        }
    }

    static byte[] changed(byte[] bytes, int tag, int constant) {
        byte[] other = bytes.clone();
        for (int i = 8; i + 5 <= other.length; i++) {
            int value = (other[i + 1] & 255) << 24 | (other[i + 2] & 255) << 16 | (other[i + 3] & 255) << 8 | other[i + 4] & 255;
            if (other[i] == tag && value == constant) {
                other[i + 4]++;
                return other;
            }
        }
        throw new AssertionError("no constant " + constant);
    }

    // Replaces each `bipush from` that a shift or rotation may follow.
    static byte[] shifted(byte[] bytes, int from, int to) {
        byte[] other = bytes.clone();
        int found = 0;
        for (int i = 10; i + 2 < other.length; i++) {
            boolean isShift = other[i + 2] >= 0x78 && other[i + 2] <= 0x7d;
            boolean isRound = from == 24 && (other[i + 2] & 255) == 0xa2;
            if (other[i] == 0x10 && other[i + 1] == from && (isShift || isRound)) {
                other[i + 1] = (byte) to;
                found++;
            }
        }
        if (found == 0) throw new AssertionError("no shift by " + from);
        return other;
    }

    public static void premain(String options, Instrumentation given) {
        instrumentation = given;
    }

    static void show(String when) throws Exception {
        byte[] text = "The quick brown fox jumps over the lazy dog. ".repeat(20).getBytes();
        for (String name : NAMES) {
            MessageDigest digest = MessageDigest.getInstance(name);
            // Long enough for many blocks at once, then for one by itself.
            digest.update(text);
            for (byte b : text) digest.update(b);
            System.out.println(when + " " + name + " " + HexFormat.of().formatHex(digest.digest()));
        }
    }

    public static void main(String[] args) throws Exception {
        for (String name : NAMES) if (!name.equals("MD5")) MessageDigest.getInstance(name).digest(new byte[1000]);
        Changer changer = new Changer();
        instrumentation.addTransformer(changer, true);
        show("MD5 changed");
        Class<?>[] all = new Class<?>[4];
        for (int i = 0; i < 4; i++) all[i] = Class.forName(PACKAGE.replace('/', '.') + new String[] {"SHA", "SHA2", "SHA5", "SHA3"}[i]);
        instrumentation.retransformClasses(all);
        show("all changed");
        instrumentation.removeTransformer(changer);
        instrumentation.retransformClasses(all);
        show("back");
    }
}
