// JEP 510 and 452, 496, 497: key derivation by HKDF with the vectors of RFC 5869, key encapsulation, ML-KEM and ML-DSA.
// slow: 3
import java.security.*;
import java.security.spec.*;
import java.util.*;
import javax.crypto.*;
import javax.crypto.spec.*;

public class KeyDerivation {
  interface Action { Object run() throws Throwable; }
  static void attempt(String what, Action action) { try { System.out.println(what + ": " + action.run()); } catch (Throwable e) { System.out.println(what + ": " + e); } }
  static byte[] hex(String s) { return HexFormat.of().parseHex(s); }

  public static void main(String[] args) throws Throwable {
    KDF hkdf = KDF.getInstance("HKDF-SHA256");
    byte[] ikm = hex("0b".repeat(22)), salt = hex("000102030405060708090a0b0c"), info = hex("f0f1f2f3f4f5f6f7f8f9");
    System.out.println(HexFormat.of().formatHex(hkdf.deriveData(HKDFParameterSpec.ofExtract().addIKM(ikm).addSalt(salt).extractOnly())));
    System.out.println(HexFormat.of().formatHex(hkdf.deriveData(HKDFParameterSpec.ofExtract().addIKM(ikm).addSalt(salt).thenExpand(info, 42))));
    System.out.println(HexFormat.of().formatHex(hkdf.deriveData(HKDFParameterSpec.ofExtract().addIKM(ikm).thenExpand(null, 42))));
    SecretKey prk = hkdf.deriveKey("AES", HKDFParameterSpec.ofExtract().addIKM(ikm).extractOnly());
    System.out.println(prk.getAlgorithm() + " " + prk.getEncoded().length + " " + hkdf.getAlgorithm() + " " + hkdf.getParameters());
    attempt("too long", () -> hkdf.deriveData(HKDFParameterSpec.expandOnly(prk, new byte[0], 256 * 32)));
    attempt("other parameters", () -> hkdf.deriveData(new AlgorithmParameterSpec() {}));
    attempt("unknown", () -> KDF.getInstance("Nothing"));
    for (String name : List.of("HKDF-SHA384", "HKDF-SHA512")) System.out.println(HexFormat.of().formatHex(KDF.getInstance(name).deriveData(HKDFParameterSpec.ofExtract().addIKM(ikm).addSalt(salt).thenExpand(info, 20))));

    // A key pair of each kind that can encapsulate: both sides get one secret.
    for (String[] each : new String[][] {{"X25519", "DHKEM"}, {"EC", "DHKEM"}, {"ML-KEM-512", "ML-KEM"}, {"ML-KEM-768", "ML-KEM"}, {"ML-KEM-1024", "ML-KEM"}}) {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(each[0]);
      if (each[0].equals("EC")) generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair pair = generator.generateKeyPair();
      KEM kem = KEM.getInstance(each[1]);
      KEM.Encapsulated sent = kem.newEncapsulator(pair.getPublic()).encapsulate();
      SecretKey got = kem.newDecapsulator(pair.getPrivate()).decapsulate(sent.encapsulation());
      byte[] damaged = sent.encapsulation().clone();
      damaged[5] ^= 1;
      System.out.println(each[0] + " " + sent.encapsulation().length + " " + got.getEncoded().length + " " + got.equals(sent.key()) + " " + pair.getPublic().getAlgorithm() + " " + pair.getPublic().getFormat() + pair.getPrivate().getFormat());
      if (each[1].equals("ML-KEM")) System.out.println(kem.newDecapsulator(pair.getPrivate()).decapsulate(damaged).equals(sent.key()));
      attempt("short", () -> kem.newDecapsulator(pair.getPrivate()).decapsulate(new byte[3]));
    }
    for (String name : List.of("ML-DSA-44", "ML-DSA-65", "Ed25519", "RSASSA-PSS")) {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(name);
      if (name.startsWith("RSA")) generator.initialize(2048, new SecureRandom(new byte[] {1}));
      KeyPair pair = generator.generateKeyPair();
      Signature signature = Signature.getInstance(name.startsWith("ML") ? "ML-DSA" : name);
      if (name.startsWith("RSA")) signature.setParameter(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
      byte[] text = "signed text".getBytes();
      signature.initSign(pair.getPrivate());
      signature.update(text);
      byte[] signed = signature.sign();
      KeyFactory factory = KeyFactory.getInstance(pair.getPublic().getAlgorithm());
      PublicKey decoded = factory.generatePublic(new X509EncodedKeySpec(pair.getPublic().getEncoded()));
      signature.initVerify(decoded);
      signature.update(text);
      boolean good = signature.verify(signed);
      signature.update("other text".getBytes());
      boolean bad = signature.verify(signed);
      System.out.println(name + " " + (signed.length > 60) + " " + good + " " + bad + " " + decoded.equals(pair.getPublic()));
    }
    // Ciphers and digests with known answers.
    Cipher gcm = Cipher.getInstance("AES/GCM/NoPadding");
    gcm.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"), new GCMParameterSpec(128, new byte[12]));
    gcm.updateAAD("header".getBytes());
    byte[] sealed = gcm.doFinal(new byte[32]);
    System.out.println(HexFormat.of().formatHex(sealed));
    gcm.init(Cipher.DECRYPT_MODE, new SecretKeySpec(new byte[16], "AES"), new GCMParameterSpec(128, new byte[12]));
    attempt("tag", () -> gcm.doFinal(sealed));
    Cipher chacha = Cipher.getInstance("ChaCha20-Poly1305");
    chacha.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[32], "ChaCha20"), new IvParameterSpec(new byte[12]));
    System.out.println(HexFormat.of().formatHex(chacha.doFinal("poly".getBytes())));
    for (String name : List.of("MD5", "SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA-512/256", "SHA3-256", "SHA3-512", "SHAKE128-256")) attempt(name, () -> HexFormat.of().formatHex(MessageDigest.getInstance(name).digest("message of some length".repeat(40).getBytes())));
    Mac mac = Mac.getInstance("HmacSHA3-256");
    mac.init(new SecretKeySpec("key".getBytes(), "x"));
    System.out.println(HexFormat.of().formatHex(mac.doFinal("text".getBytes())) + " " + HexFormat.of().formatHex(SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(new PBEKeySpec("password".toCharArray(), salt, 500, 256)).getEncoded()));
  }
}
