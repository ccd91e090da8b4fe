import java.io.*;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.*;
import java.security.spec.*;
import java.util.*;
import javax.crypto.*;
import javax.crypto.spec.*;

// run: -Dkeystore.pkcs12.keyPbeIterationCount=20 -Dkeystore.pkcs12.certPbeIterationCount=20 -Dkeystore.pkcs12.macIterationCount=20
// The providers at work: digests, MACs, ciphers in several modes, key derivation, signatures and key agreement, key stores, secure random.
public class Crypto {
    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    public static void main(String[] args) throws Exception {
        byte[] text = "The quick brown fox".getBytes(StandardCharsets.US_ASCII);
        for (String name : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-384", "SHA-512/256", "SHA3-256"}) {
            System.out.println(name + " " + hex(MessageDigest.getInstance(name).digest(text)));
        }
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("key".getBytes(), "HmacSHA256"));
        System.out.println(hex(mac.doFinal(text)));
        SecretKeySpec key = new SecretKeySpec(Arrays.copyOf("0123456789abcdef".getBytes(), 16), "AES");
        for (String mode : new String[] {"AES/ECB/PKCS5Padding", "AES/CBC/PKCS5Padding", "AES/CTR/NoPadding", "AES/GCM/NoPadding"}) {
            Cipher cipher = Cipher.getInstance(mode);
            AlgorithmParameterSpec iv = mode.contains("ECB") ? null : mode.contains("GCM") ? new GCMParameterSpec(128, new byte[12]) : new IvParameterSpec(new byte[16]);
            cipher.init(Cipher.ENCRYPT_MODE, key, iv);
            byte[] sealed = cipher.doFinal(text);
            cipher.init(Cipher.DECRYPT_MODE, key, iv);
            System.out.println(mode + " " + hex(sealed) + " " + Arrays.equals(cipher.doFinal(sealed), text));
            if (mode.contains("GCM")) {
                sealed[0] ^= 1;
                try {
                    cipher.init(Cipher.DECRYPT_MODE, key, iv);
                    cipher.doFinal(sealed);
                } catch (AEADBadTagException e) {
                    System.out.println(e.getMessage());
                }
            }
        }
        Cipher chacha = Cipher.getInstance("ChaCha20-Poly1305");
        chacha.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[32], "ChaCha20"), new IvParameterSpec(new byte[12]));
        System.out.println(hex(chacha.doFinal(text)));
        System.out.println(hex(SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(new PBEKeySpec("pass".toCharArray(), "salt".getBytes(), 50, 256)).getEncoded()));
        try {
            Cipher.getInstance("AES/CBC/NoPadding").init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[5], "AES"));
        } catch (InvalidKeyException e) {
            System.out.println(e.getMessage());
        }
        try {
            MessageDigest.getInstance("NONE-SUCH");
        } catch (NoSuchAlgorithmException e) {
            System.out.println(e.getMessage());
        }

        KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA");
        rsa.initialize(512);
        KeyPair pair = rsa.generateKeyPair();
        signAndVerify("SHA256withRSA", pair, text);
        Cipher wrap = Cipher.getInstance("RSA/ECB/OAEPWithSHA-1AndMGF1Padding");
        wrap.init(Cipher.WRAP_MODE, pair.getPublic());
        byte[] wrapped = wrap.wrap(key);
        wrap.init(Cipher.UNWRAP_MODE, pair.getPrivate());
        System.out.println(wrapped.length + " " + wrap.unwrap(wrapped, "AES", Cipher.SECRET_KEY).equals(key));
        KeyPairGenerator ec = KeyPairGenerator.getInstance("EC");
        ec.initialize(new ECGenParameterSpec("secp256r1"));
        signAndVerify("SHA256withECDSA", ec.generateKeyPair(), text);
        KeyPairGenerator x = KeyPairGenerator.getInstance("X25519");
        KeyPair alice = x.generateKeyPair();
        KeyPair bob = x.generateKeyPair();
        System.out.println(Arrays.equals(agree(alice, bob), agree(bob, alice)));

        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setEntry("secret", new KeyStore.SecretKeyEntry(key), new KeyStore.PasswordProtection("pw".toCharArray()));
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        store.store(file, "pw".toCharArray());
        KeyStore again = KeyStore.getInstance("PKCS12");
        again.load(new ByteArrayInputStream(file.toByteArray()), "pw".toCharArray());
        System.out.println(again.size() + " " + again.getKey("secret", "pw".toCharArray()).equals(key) + " " + again.containsAlias("SECRET"));
        try {
            KeyStore.getInstance("PKCS12").load(new ByteArrayInputStream(file.toByteArray()), "no".toCharArray());
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }

        SecureRandom seeded = SecureRandom.getInstance("SHA1PRNG");
        seeded.setSeed(42);
        System.out.println(seeded.nextInt() + " " + (new SecureRandom().generateSeed(8).length) + " " + new SecureRandom().getAlgorithm() + " " + new BigInteger(64, new Random(1)).isProbablePrime(10));
        System.out.println(Arrays.stream(Security.getProviders()).map(Provider::getName).toList());
    }

    static void signAndVerify(String algorithm, KeyPair pair, byte[] text) throws Exception {
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(pair.getPrivate());
        signature.update(text);
        byte[] signed = signature.sign();
        KeyFactory factory = KeyFactory.getInstance(pair.getPublic().getAlgorithm());
        signature.initVerify(factory.generatePublic(new X509EncodedKeySpec(pair.getPublic().getEncoded())));
        signature.update(text);
        boolean good = signature.verify(signed);
        signature.update(new byte[1]);
        System.out.println(algorithm + " " + good + " " + signature.verify(signed));
    }

    static byte[] agree(KeyPair mine, KeyPair other) throws Exception {
        KeyAgreement agreement = KeyAgreement.getInstance("X25519");
        agreement.init(mine.getPrivate());
        agreement.doPhase(other.getPublic(), true);
        return agreement.generateSecret();
    }
}
