// stdin: one\ntwo words\r\n\nend
import java.io.*;
import java.nio.charset.*;

// BufferedReader on standard input: lines, counts, non-ASCII bytes.
public class EchoReader {
    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        int count = 0;
        for (String line; (line = in.readLine()) != null;) {
            count++;
            System.out.println(count + ":" + line.length() + ":" + line.toUpperCase());
        }
        System.out.println(count + " " + in.read());
        PrintStream utf = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        utf.println("caf\u00e9 \ud83d\ude00");
        System.out.write('x');
        System.out.write(new byte[] {'y', '\n'});
        System.out.append("z").append('\n').printf("%5.1f|%n", 2.25);
        System.err.println("to stderr");
        System.err.printf("%s%n", "more");
        PrintStream saved = System.out;
        ByteArrayOutputStream caught = new ByteArrayOutputStream();
        System.setOut(new PrintStream(caught));
        System.out.print("redirected");
        System.setOut(saved);
        System.out.println(caught.size());
    }
}
