// What Bouncy Castle's provider does, with keys from a fixed seed so that two runs print the same.

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Security;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.Date;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.prng.DigestRandomGenerator;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.encoders.Hex;

public class CastleTour {
    static final byte[] TEXT = "The quick brown fox jumps over the lazy dog. ".repeat(40).getBytes(StandardCharsets.UTF_8);

    /** Random numbers that are the same in each run. */
    static final class Seeded extends SecureRandom {
        private static final long serialVersionUID = 1;
        private final transient DigestRandomGenerator numbers = new DigestRandomGenerator(new SHA256Digest());

        Seeded(long seed) {
            super(null, null);
            numbers.addSeedMaterial(seed);
        }

        @Override public void nextBytes(byte[] bytes) {
            numbers.nextBytes(bytes);
        }
    }

    static void show(String what, byte[] bytes) {
        System.out.println(what + " " + bytes.length + " " + Hex.toHexString(bytes, 0, Math.min(16, bytes.length)));
    }

    static void digests() throws GeneralSecurityException {
        for (String name : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256", "RIPEMD160", "WHIRLPOOL", "BLAKE2B-256", "SM3", "TIGER"}) {
            show(name, MessageDigest.getInstance(name, "BC").digest(TEXT));
        }
        Mac mac = Mac.getInstance("HmacSHA256", "BC");
        mac.init(new SecretKeySpec(new byte[32], "HmacSHA256"));
        show("HmacSHA256", mac.doFinal(TEXT));
    }

    static void ciphers() throws GeneralSecurityException {
        String[][] rows = {{"AES/CBC/PKCS7Padding", "16"}, {"AES/CTR/NoPadding", "16"}, {"AES/GCM/NoPadding", "16"}, {"Twofish/CBC/PKCS7Padding", "16"},
                           {"Serpent/CBC/PKCS7Padding", "16"}, {"Camellia/CBC/PKCS7Padding", "16"}, {"DESede/CBC/PKCS7Padding", "8"}, {"ChaCha7539", "12"}};
        for (String[] row : rows) {
            String algorithm = row[0].replaceAll("/.*", "");
            SecretKeySpec key = new SecretKeySpec(MessageDigest.getInstance("SHA-256").digest(algorithm.getBytes(StandardCharsets.UTF_8)), 0, algorithm.equals("DESede") ? 24 : 32, algorithm);
            IvParameterSpec start = new IvParameterSpec(new byte[Integer.parseInt(row[1])]);
            Cipher cipher = Cipher.getInstance(row[0], "BC");
            cipher.init(Cipher.ENCRYPT_MODE, key, start);
            byte[] secret = cipher.doFinal(TEXT);
            Cipher back = Cipher.getInstance(row[0], "BC");
            back.init(Cipher.DECRYPT_MODE, key, start);
            show(row[0], secret);
            System.out.println("  back: " + MessageDigest.isEqual(TEXT, back.doFinal(secret)));
        }
        SecretKeyFactory passwords = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256", "BC");
        show("PBKDF2", passwords.generateSecret(new PBEKeySpec("password".toCharArray(), new byte[16], 2000, 256)).getEncoded());
    }

    static void signatures() throws Exception {
        KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA", "BC");
        rsa.initialize(1024, new Seeded(1));
        KeyPairGenerator curve = KeyPairGenerator.getInstance("EC", "BC");
        curve.initialize(new ECGenParameterSpec("secp256r1"), new Seeded(2));
        KeyPairGenerator edwards = KeyPairGenerator.getInstance("Ed25519", "BC");
        edwards.initialize(255, new Seeded(3));
        String[] names = {"SHA256withRSA", "SHA256withECDDSA", "Ed25519"};
        KeyPair[] pairs = {rsa.generateKeyPair(), curve.generateKeyPair(), edwards.generateKeyPair()};
        for (int i = 0; i < names.length; i++) {
            Signature signer = Signature.getInstance(names[i], "BC");
            signer.initSign(pairs[i].getPrivate());
            signer.update(TEXT);
            byte[] signature = signer.sign();
            show(names[i], signature);
            for (int flipped : new int[] {0, 1}) {
                Signature verifier = Signature.getInstance(names[i], "BC");
                verifier.initVerify(pairs[i].getPublic());
                TEXT[5] ^= flipped;
                verifier.update(TEXT);
                TEXT[5] ^= flipped;
                System.out.println("  right text: " + (flipped == 0) + ", verified: " + verifier.verify(signature));
            }
        }
        KeyAgreement agreement = KeyAgreement.getInstance("ECDH", "BC");
        agreement.init(pairs[1].getPrivate());
        agreement.doPhase(curve.generateKeyPair().getPublic(), true);
        show("ECDH", agreement.generateSecret());
        certificate(pairs[0]);
    }

    static void certificate(KeyPair pair) throws Exception {
        X500Name name = new X500Name("CN=minijvm, O=Tests");
        ContentSigner signer = new JcaContentSignerBuilder("SHA256withRSA").setProvider("BC").build(pair.getPrivate());
        X509Certificate made = new JcaX509CertificateConverter().setProvider("BC").getCertificate(
            new JcaX509v3CertificateBuilder(name, BigInteger.TWO, new Date(0), new Date(4102444800000L), name, pair.getPublic()).build(signer));
        made.verify(pair.getPublic());
        System.out.println(made.getSubjectX500Principal() + " " + made.getSigAlgName() + " " + made.getNotAfter().getTime());
        show("certificate", made.getEncoded());
    }

    public static void main(String[] args) throws Exception {
        Security.addProvider(new BouncyCastleProvider());
        digests();
        ciphers();
        signatures();
    }
}
