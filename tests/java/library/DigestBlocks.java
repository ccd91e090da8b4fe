import java.lang.reflect.Method;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;

// run: --add-opens java.base/sun.security.provider=ALL-UNNAMED -Xmx64m
// slow: 2
// Digests of random data in random pieces, of pieces longer than a thread works between two safepoints, with collections meanwhile; and
// what the block functions do with arguments that the library never passes.
public class DigestBlocks {
    static final String[] NAMES = {"MD5", "SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA-512/256", "SHA3-224", "SHA3-256", "SHA3-384", "SHA3-512"};
    static volatile boolean done;

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    // Feeds all of `data`, in pieces of up to `most` bytes, from arrays in which they begin anywhere.
    static void feed(MessageDigest digest, byte[] data, int most, Random random) {
        for (int at = 0; at < data.length; ) {
            int length = Math.min(data.length - at, random.nextInt(most) + 1);
            int start = random.nextInt(100);
            byte[] piece = new byte[start + length + random.nextInt(100)];
            System.arraycopy(data, at, piece, start, length);
            digest.update(piece, start, length);
            at += length;
        }
    }

    static void pieces(String name) throws Exception {
        Random random = new Random(name.hashCode());
        MessageDigest all = MessageDigest.getInstance(name);
        for (int round = 0; round < 60; round++) {
            byte[] data = new byte[random.nextInt(round < 50 ? 600 : 9000)];
            random.nextBytes(data);
            MessageDigest digest = MessageDigest.getInstance(name);
            feed(digest, data, random.nextInt(2) == 0 ? 150 : 3000, random);
            MessageDigest copy = (MessageDigest) digest.clone();
            byte[] result = digest.digest();
            if (!Arrays.equals(result, copy.digest()) || !Arrays.equals(result, MessageDigest.getInstance(name).digest(data))) System.out.println(name + " differs at round " + round);
            all.update(result);
        }
        System.out.println(name + " " + hex(all.digest()));
    }

    static void longPieces(String name, byte[] data) throws Exception {
        MessageDigest digest = MessageDigest.getInstance(name);
        digest.update(data, 1, data.length - 1);
        digest.update(data, 0, data.length / 3);
        System.out.println("long " + name + " " + hex(digest.digest()));
    }

    static Method find(Class<?> klass, String name, int arguments) {
        for (Class<?> at = klass; at != null; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == arguments) {
                    method.setAccessible(true);
                    return method;
                }
            }
        }
        throw new AssertionError(name);
    }

    // Calls a block function, then says what it answered and which state it left.
    static void call(String type, String name, Object... arguments) throws Exception {
        var constructor = Class.forName("sun.security.provider." + type).getDeclaredConstructor();
        constructor.setAccessible(true);
        Object digest = constructor.newInstance();
        String answer;
        try {
            answer = "" + find(digest.getClass(), name, arguments.length).invoke(digest, arguments);
        } catch (java.lang.reflect.InvocationTargetException e) {
            answer = e.getCause().toString();
        }
        System.out.println(type + "." + name + " " + answer + " " + hex((byte[]) find(digest.getClass(), "engineDigest", 0).invoke(digest)));
    }

    public static void main(String[] args) throws Exception {
        for (String name : NAMES) pieces(name);
        byte[] data = new byte[100_001];
        new Random(1).nextBytes(data);
        Thread collector = new Thread(() -> {
            while (!done) System.gc();
        });
        collector.start();
        for (String name : NAMES) longPieces(name, data);
        done = true;
        collector.join();

        byte[] small = Arrays.copyOf(data, 300);
        for (String type : new String[] {"MD5", "SHA", "SHA2$SHA256", "SHA5$SHA512", "SHA3$SHA256"}) {
            call(type, "implCompress0", small, 7);
            call(type, "implCompress0", small, 300 - 136);
            call(type, "implCompress0", small, 260);
            call(type, "implCompress0", small, 290);
            call(type, "implCompress0", small, -1);
            call(type, "implCompress0", small, Integer.MIN_VALUE);
            call(type, "implCompress0", small, Integer.MAX_VALUE);
            call(type, "implCompress0", null, 0);
            call(type, "implCompress0", new byte[0], 0);
            call(type, "implCompressMultiBlock0", small, 3, 100);
            call(type, "implCompressMultiBlock0", small, 3, 2);
            call(type, "implCompressMultiBlock0", small, 3, 290);
            call(type, "implCompressMultiBlock0", small, -5, 290);
            call(type, "implCompressMultiBlock0", small, 0, Integer.MAX_VALUE);
            call(type, "implCompressMultiBlock0", data, 0, Integer.MAX_VALUE);
            call(type, "implCompressMultiBlock0", null, 0, 100);
            call(type, "implCompressMultiBlock0", null, 1, 0);
        }
        call("SHA3$SHA512", "keccak");
        call("MD4", "implCompressMultiBlock0", small, 3, 100);
    }
}
