// JEP 470 (preview in 25): keys and certificates as PEM texts, there and back, with a password, and damaged ones.
// run: --enable-preview
// javac: --enable-preview --release 25
import java.security.*;
import java.security.spec.*;
import java.util.*;

public class PemTexts {
  interface Action { Object run() throws Throwable; }
  static void attempt(String what, Action action) { try { System.out.println(what + ": " + action.run()); } catch (Throwable e) { System.out.println(what + ": " + e); } }

  static final String ED25519 = """
      -----BEGIN PRIVATE KEY-----
      MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
      -----END PRIVATE KEY-----
      """;

  public static void main(String[] args) throws Throwable {
    PEMEncoder encoder = PEMEncoder.of();
    PEMDecoder decoder = PEMDecoder.of();
    PrivateKey fixed = decoder.decode(ED25519, PrivateKey.class);
    System.out.println(fixed.getAlgorithm() + " " + encoder.encodeToString(fixed).replace("\r", "").trim().equals(ED25519.trim()));
    for (String name : List.of("EC", "Ed25519", "X25519")) {
      KeyPair pair = KeyPairGenerator.getInstance(name).generateKeyPair();
      String pub = encoder.encodeToString(pair.getPublic()), both = encoder.encodeToString(pair);
      System.out.println(name + " " + pub.lines().findFirst().get() + " " + decoder.decode(pub).equals(pair.getPublic()) + " " + decoder.decode(encoder.encodeToString(pair.getPrivate())).getClass().getInterfaces().length + " " + decoder.decode(both, PrivateKey.class).equals(pair.getPrivate()));
      String secret = encoder.withEncryption("password".toCharArray()).encodeToString(pair.getPrivate());
      System.out.println(secret.lines().findFirst().get() + " " + decoder.withDecryption("password".toCharArray()).decode(secret, PrivateKey.class).equals(pair.getPrivate()));
      attempt("wrong password", () -> { try { return decoder.withDecryption("other".toCharArray()).decode(secret); } catch (IllegalArgumentException e) { return "refused"; } });
      attempt("as another kind", () -> decoder.decode(pub, PrivateKey.class));
    }
    attempt("none", () -> decoder.decode("no pem here"));
    attempt("cut", () -> decoder.decode(ED25519.substring(0, 60)));
    attempt("other end", () -> decoder.decode(ED25519.replace("END PRIVATE", "END PUBLIC")));
    attempt("damaged", () -> decoder.decode(ED25519.replace("MC4C", "!!!!")));
    attempt("own type", () -> decoder.decode("-----BEGIN NOTE-----\naGVsbG8=\n-----END NOTE-----\n"));
    attempt("two", () -> { var in = new java.io.ByteArrayInputStream((ED25519 + "\n" + encoder.encodeToString(KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPublic())).getBytes()); return decoder.decode(in).getClass().getSimpleName() + " " + decoder.decode(in).getClass().getSimpleName(); });
    attempt("null", () -> encoder.encode((DEREncodable) null));
  }
}
