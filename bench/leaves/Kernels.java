import java.io.File;
import java.io.InputStream;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.CRC32C;
import java.util.zip.ZipFile;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

// One kernel for each group of leaf functions (vm/interp/cells/leaf_functions.h), named by the first argument. It prints "time NANOSECONDS
// check NUMBER". The kernels signed-jar and open-jar take a jar.
public class Kernels {
    static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    static long digest(String name, int piece) throws Exception {
        byte[] data = random(piece);
        MessageDigest digest = MessageDigest.getInstance(name);
        for (int done = 0; done < 2_000_000; done += piece) digest.update(data);
        return Arrays.hashCode(digest.digest());
    }

    static long openJar(String jar) throws Exception {
        long sum = 0;
        for (int i = 0; i < 20; i++) {
            // A file that has changed is read again.
            new File(jar).setLastModified(1_000_000_000L + i * 10_000L);
            try (ZipFile file = new ZipFile(jar)) {
                sum += file.size() + file.getEntry("org/example/package1/Class1.class").getSize();
            }
        }
        return sum;
    }

    static long signedJar(String jar) throws Exception {
        long sum = 0;
        try (JarFile file = new JarFile(jar, true)) {
            for (JarEntry entry : (Iterable<JarEntry>) file.stream()::iterator) {
                try (InputStream in = file.getInputStream(entry)) {
                    sum += in.readAllBytes().length;
                }
                sum += entry.getCodeSigners() == null ? 0 : 1;
            }
        }
        return sum;
    }

    static long cipher(String mode, boolean isGcm) throws Exception {
        byte[] data = random(8192);
        SecretKeySpec key = new SecretKeySpec(random(16), "AES");
        Cipher cipher = Cipher.getInstance(mode);
        long sum = 0;
        for (int i = 0; i < 100; i++) {
            byte[] iv = {(byte) i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
            cipher.init(Cipher.ENCRYPT_MODE, key, isGcm ? new GCMParameterSpec(128, iv) : new IvParameterSpec(iv));
            byte[] sealed = cipher.doFinal(data);
            cipher.init(Cipher.DECRYPT_MODE, key, isGcm ? new GCMParameterSpec(128, iv) : new IvParameterSpec(iv));
            sum += Arrays.hashCode(sealed) + Arrays.hashCode(cipher.doFinal(sealed));
        }
        return sum;
    }

    static long rsa() {
        Random random = new Random(1);
        BigInteger modulus = new BigInteger(2048, random).setBit(2047).setBit(0);
        BigInteger text = new BigInteger(2000, random);
        BigInteger sum = BigInteger.ZERO;
        for (int i = 0; i < 20; i++) sum = sum.add(text.add(BigInteger.valueOf(i)).modPow(BigInteger.valueOf(65537), modulus));
        return sum.add(text.modPow(new BigInteger(400, random), modulus)).hashCode();
    }

    static long bigProduct() {
        BigInteger product = BigInteger.ONE;
        for (int i = 1; i < 3000; i++) product = product.multiply(BigInteger.valueOf(i));
        BigInteger square = BigInteger.valueOf(3);
        for (int i = 0; i < 10; i++) square = square.multiply(square);
        for (int i = 0; i < 100; i++) product = product.xor(product.shiftRight(9000).multiply(square));
        return product.hashCode();
    }

    static long base64() {
        byte[] data = random(8190);
        long sum = 0;
        for (int i = 0; i < 200; i++) {
            data[0] = (byte) i;
            byte[] text = Base64.getEncoder().encode(data);
            sum += Arrays.hashCode(text) + Arrays.hashCode(Base64.getDecoder().decode(text));
        }
        return sum;
    }

    static long mismatch() {
        byte[] x = random(5000);
        byte[] y = x.clone();
        long[] p = new long[600];
        long[] q = new long[600];
        long sum = 0;
        for (int i = 0; i < 5000; i++) {
            y[4999 - i % 1000] ^= 1;
            q[599 - i % 100] ^= 1;
            sum += Arrays.mismatch(x, y) + Arrays.compare(x, y) + Arrays.mismatch(p, q);
        }
        return sum;
    }

    static long crc32c() {
        byte[] data = random(8192);
        CRC32C crc = new CRC32C();
        for (int i = 0; i < 500; i++) crc.update(data, i % 7, 8000);
        return crc.getValue();
    }

    public static void main(String[] args) throws Exception {
        long start = System.nanoTime();
        long check = switch (args[0]) {
            case "open-jar" -> openJar(args[1]);
            case "signed-jar" -> signedJar(args[1]);
            case "aes-cbc" -> cipher("AES/CBC/PKCS5Padding", false);
            case "aes-gcm" -> cipher("AES/GCM/NoPadding", true);
            case "rsa" -> rsa();
            case "big-product" -> bigProduct();
            case "base64" -> base64();
            case "mismatch" -> mismatch();
            case "crc32c" -> crc32c();
            default -> digest(args[0], args.length > 1 ? Integer.parseInt(args[1]) : 8192);
        };
        System.out.println("time " + (System.nanoTime() - start) + " check " + check);
    }
}
