import java.io.OutputStream;
import java.io.PrintStream;

/** A reader and a writer; the reader has to print "read", and not before the writer has begun. */
public class LettersCheck {
    static volatile boolean isWritten;
    static volatile String complaint;
    static volatile int letters;

    public static void main(String[] args) throws InterruptedException {
        PrintStream stdout = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()) {
            @Override
            public void println(String text) {
                complaint = !isWritten ? "early" : complaint;
                letters += text.equals("read") ? 1 : 0;
            }
        });
        Thread reader = new Thread(Letters::read, "reader");
        Thread writer = new Thread(() -> {
            isWritten = true;
            Letters.write();
        }, "writer");
        reader.start();
        writer.start();
        reader.join();
        writer.join();
        stdout.println(args[0] + " " + (complaint != null ? complaint : letters == 1 ? "good" : "unread"));
        stdout.flush();
    }
}
