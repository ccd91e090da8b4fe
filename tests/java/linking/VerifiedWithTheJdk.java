// Who has the JDK's own classes checked has all checked, whatever is said of the others: a class that names a type wrongly is refused.
// run: -XX:+UnlockDiagnosticVMOptions -XX:+BytecodeVerificationLocal -XX:-BytecodeVerificationRemote

import java.io.InputStream;
import java.nio.charset.StandardCharsets;

public class VerifiedWithTheJdk {
    static class Bad {
        Thread field;
    }

    static class Loader extends ClassLoader {
        Class<?> define(byte[] bytes) { return defineClass(null, bytes, 0, bytes.length); }
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes;
        try (InputStream in = VerifiedWithTheJdk.class.getResourceAsStream("VerifiedWithTheJdk$Bad.class")) {
            bytes = in.readAllBytes();
        }
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        System.out.println(new Loader().define(bytes).getDeclaredField("field").getType());
        byte[] bad = text.replace("Ljava/lang/Thread;", "Ljava/lang/Thread.").getBytes(StandardCharsets.ISO_8859_1);
        try {
            new Loader().define(bad);
            System.out.println("accepted");
        } catch (ClassFormatError e) {
            System.out.println(e.getMessage());
        }
    }
}
