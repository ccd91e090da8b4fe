import java.nio.charset.*;
import java.security.*;
import java.util.*;
import javax.crypto.*;
import javax.crypto.spec.*;

// Base64, message digests, MACs, ciphers, UUIDs and hexadecimal: long loops of byte and int arithmetic with known answers.
public class Digests {
    public static void main(String[] args) throws Exception {
        byte[] text = "The quick brown fox jumps over the lazy dog".getBytes(StandardCharsets.US_ASCII);
        HexFormat hex = HexFormat.of();
        for (String name : new String[] {"MD5", "SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA3-256"}) System.out.println(name + " " + hex.formatHex(MessageDigest.getInstance(name).digest(text)));
        MessageDigest md = MessageDigest.getInstance("SHA-256");
        for (int i = 0; i < 3000; i++) md.update((byte) i);
        System.out.println(hex.formatHex(md.digest()));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("key".getBytes(), "HmacSHA256"));
        System.out.println(hex.formatHex(mac.doFinal(text)));
        SecretKeySpec key = new SecretKeySpec("0123456789abcdef".getBytes(), "AES");
        Cipher c = Cipher.getInstance("AES/CBC/PKCS5Padding");
        c.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(new byte[16]));
        byte[] secret = c.doFinal(text);
        c.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(new byte[16]));
        System.out.println(hex.formatHex(secret) + " " + new String(c.doFinal(secret)));
        Cipher g = Cipher.getInstance("AES/GCM/NoPadding");
        g.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, new byte[12]));
        System.out.println(hex.formatHex(g.doFinal(text)));
        secret[secret.length - 1] ^= 1;
        c.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(new byte[16]));
        try {
            System.out.println(c.doFinal(secret).length);
        } catch (BadPaddingException e) {
            System.out.println("bad padding");
        }
        SecretKeyFactory kdf = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA1");
        System.out.println(hex.formatHex(kdf.generateSecret(new PBEKeySpec("password".toCharArray(), "salt".getBytes(), 50, 160)).getEncoded()));
        try {
            MessageDigest.getInstance("NONE-1");
        } catch (NoSuchAlgorithmException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Base64.getEncoder().encodeToString(text) + " " + Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[] {-1, -2, -3, -4}) + " " + new String(Base64.getDecoder().decode("aGk=")) + " " + Base64.getMimeEncoder(8, "|".getBytes()).encodeToString(text).length());
        try {
            Base64.getDecoder().decode("a?b=");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        UUID u = UUID.nameUUIDFromBytes(text);
        System.out.println(u + " " + u.version() + " " + UUID.fromString("123e4567-e89b-12d3-a456-426614174000").getMostSignificantBits() + " " + u.compareTo(new UUID(0, 0)) + " " + u.hashCode() + " " + UUID.randomUUID().version());
    }
}
