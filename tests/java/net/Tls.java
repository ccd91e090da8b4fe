import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.util.*;
import java.util.concurrent.*;
import javax.net.ssl.*;

// run: -Djdk.tls.namedGroups=x25519
// TLS over loopback with a certificate made by keytool on the spot: both protocol versions, sessions, a client that trusts nobody.
public class Tls {
    static final char[] PASSWORD = "secret".toCharArray();

    static SSLContext context(KeyStore keys, KeyStore trusted) throws Exception {
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance("PKIX");
        keyManagers.init(keys, PASSWORD);
        TrustManagerFactory trustManagers = TrustManagerFactory.getInstance("PKIX");
        trustManagers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
        return context;
    }

    static String serve(SSLServerSocket server) throws IOException {
        try (SSLSocket socket = (SSLSocket) server.accept(); BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()))) {
            String line = in.readLine();
            socket.getOutputStream().write(("echo " + line + "\n").getBytes(StandardCharsets.UTF_8));
            return "server " + line + " " + socket.getSession().getProtocol();
        } catch (IOException e) {
            return "server failed";  // it reads the client's alert, or writes to a socket that is closed already
        }
    }

    static String ask(SSLContext context, int port, String protocol) throws IOException {
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
            socket.setEnabledProtocols(new String[] {protocol});
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            socket.getOutputStream().write("hello\n".getBytes());
            String answer = new BufferedReader(new InputStreamReader(socket.getInputStream())).readLine();
            return answer + " " + socket.getSession().getCipherSuite().startsWith("TLS_") + " " + socket.getSession().getPeerPrincipal() + " " + socket.getSession().isValid();
        }
    }

    public static void main(String[] args) throws Exception {
        String keytool = System.getProperty("java.home") + "/bin/keytool";
        Process made = new ProcessBuilder(keytool, "-J-Dkeystore.pkcs12.keyPbeIterationCount=20", "-J-Dkeystore.pkcs12.certPbeIterationCount=20", "-J-Dkeystore.pkcs12.macIterationCount=20", "-genkeypair", "-alias", "me", "-keyalg", "RSA", "-keysize", "1024", "-dname", "CN=127.0.0.1", "-ext", "SAN=ip:127.0.0.1", "-storetype", "PKCS12", "-keystore", "keys.p12", "-storepass", "secret", "-validity", "2").redirectErrorStream(true).start();
        made.getInputStream().transferTo(OutputStream.nullOutputStream());
        System.out.println(made.waitFor());
        KeyStore keys = KeyStore.getInstance(new File("keys.p12"), PASSWORD);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("them", keys.getCertificate("me"));
        SSLContext good = context(keys, trusted);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (SSLServerSocket server = (SSLServerSocket) good.getServerSocketFactory().createServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            for (String protocol : new String[] {"TLSv1.3", "TLSv1.2"}) {
                Future<String> served = pool.submit(() -> serve(server));
                System.out.println(ask(good, server.getLocalPort(), protocol));
                System.out.println(served.get(20, TimeUnit.SECONDS));
            }
            SSLContext strict = SSLContext.getDefault();  // trusts the authorities of the JDK only
            Future<String> served = pool.submit(() -> serve(server));
            try {
                ask(strict, server.getLocalPort(), "TLSv1.3");
            } catch (SSLHandshakeException e) {
                System.out.println(e.getMessage());
            }
            System.out.println(served.get(20, TimeUnit.SECONDS));
        }
        pool.shutdown();
        SSLEngine engine = good.createSSLEngine();
        engine.setUseClientMode(true);
        engine.beginHandshake();
        System.out.println(engine.getHandshakeStatus() + " " + Arrays.asList(engine.getSupportedProtocols()).containsAll(List.of("TLSv1.2", "TLSv1.3")));
    }
}
