// Generates the parser of a grammar as often as it takes to lock some million times. JavaCC's own report is the same each time, so once is enough.
import java.io.OutputStream;
import java.io.PrintStream;
import org.javacc.parser.Main;

public class Generate {
    static final int ROUNDS = 60;

    public static void main(String[] args) throws Exception {
        String[] arguments = {"-OUTPUT_DIRECTORY=made", args[0]};
        PrintStream out = System.out;
        for (int round = 0; round < ROUNDS; round++) {
            int code = Main.mainProgram(arguments);
            if (code != 0) {
                System.exit(code);
            }
            System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        }
        out.println("done");
    }
}
