// Handshakes of both versions, a client that trusts nobody, and the algorithms below.

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.FileInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.RSAPublicKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.Executors;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

public class Secret {
    public static void main(String[] args) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(new FileInputStream(args[0]), "secret".toCharArray());
        KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
        keys.init(store, "secret".toCharArray());
        TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
        KeyStore certificates = KeyStore.getInstance("PKCS12");
        certificates.load(null, null);
        certificates.setCertificateEntry("key", store.getCertificate("key"));
        trusted.init(certificates);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trusted.getTrustManagers(), null);

        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        var pool = Executors.newFixedThreadPool(2);
        server.setExecutor(pool);
        server.start();
        URI uri = URI.create("https://localhost:" + server.getAddress().getPort() + "/");
        for (String version : new String[] {"TLSv1.3", "TLSv1.2"}) {
            HttpClient client = HttpClient.newBuilder().sslContext(context).sslParameters(new SSLParameters(null, new String[] {version})).build();
            int total = 0;
            for (int i = 0; i < 10; i++) {
                var answer = client.send(HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.ofString("x".repeat(i * 3000))).build(), BodyHandlers.ofString());
                total += answer.body().length();
                if (i == 9) {
                    System.out.println(answer.sslSession().get().getProtocol() + " " + answer.sslSession().get().getCipherSuite() + " " + total);
                }
            }
        }
        SSLContext nobody = SSLContext.getInstance("TLS");
        TrustManagerFactory none = TrustManagerFactory.getInstance("PKIX");
        none.init((KeyStore) null);
        nobody.init(null, none.getTrustManagers(), new SecureRandom());
        try {
            HttpClient.newBuilder().sslContext(nobody).build().send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        } catch (SSLHandshakeException e) {
            System.out.println(e.getMessage());
        }
        server.stop(0);
        pool.shutdown();
        algorithms();
    }

    static void algorithms() throws Exception {
        HexFormat hex = HexFormat.of();
        byte[] data = new byte[10_000];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (i * 7);
        }
        for (String name : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256"}) {
            System.out.println(name + " " + hex.formatHex(MessageDigest.getInstance(name).digest(data)));
        }
        SecretKeySpec key = new SecretKeySpec(Arrays.copyOf(data, 16), "AES");
        for (String mode : new String[] {"AES/CBC/PKCS5Padding", "AES/CTR/NoPadding", "AES/GCM/NoPadding"}) {
            Cipher cipher = Cipher.getInstance(mode);
            cipher.init(Cipher.ENCRYPT_MODE, key, mode.contains("GCM") ? new GCMParameterSpec(128, new byte[12]) : new IvParameterSpec(new byte[16]));
            byte[] secret = cipher.doFinal(data);
            System.out.println(mode + " " + hex.formatHex(MessageDigest.getInstance("SHA-1").digest(secret)));
        }
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(key);
        System.out.println("mac " + hex.formatHex(mac.doFinal(data)));
        System.out.println("pbkdf2 " + hex.formatHex(SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(new PBEKeySpec("word".toCharArray(), new byte[8], 1000, 256)).getEncoded()));
        for (String[] pair : new String[][] {{"RSA", "SHA256withRSA"}, {"EC", "SHA256withECDSA"}, {"Ed25519", "Ed25519"}}) {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(pair[0]);
            if (pair[0].equals("RSA")) {
                generator.initialize(1024);
            }
            var keys = generator.generateKeyPair();
            Signature signature = Signature.getInstance(pair[1]);
            signature.initSign(keys.getPrivate());
            signature.update(data);
            byte[] signed = signature.sign();
            signature.initVerify(keys.getPublic());
            signature.update(data);
            boolean good = signature.verify(signed);
            signature.update(data, 1, 99);
            System.out.println(pair[1] + " " + good + " " + signature.verify(signed));
        }
        KeyPairGenerator x = KeyPairGenerator.getInstance("X25519");
        var ann = x.generateKeyPair();
        var bob = x.generateKeyPair();
        KeyAgreement one = KeyAgreement.getInstance("X25519");
        one.init(ann.getPrivate());
        one.doPhase(bob.getPublic(), true);
        KeyAgreement two = KeyAgreement.getInstance("X25519");
        two.init(bob.getPrivate());
        two.doPhase(ann.getPublic(), true);
        System.out.println("agreed " + Arrays.equals(one.generateSecret(), two.generateSecret()));
        System.out.println(KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(BigInteger.TWO.pow(1023).add(BigInteger.ONE), BigInteger.valueOf(65537))).getFormat());
    }
}
