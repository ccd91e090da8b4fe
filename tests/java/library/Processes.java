import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;

// A child process: output, exit code, environment, input, redirects, a missing program.
public class Processes {
    public static void main(String[] args) throws Exception {
        Process p = new ProcessBuilder("sh", "-c", "echo out; echo err >&2; exit 3").start();
        System.out.println(new String(p.getInputStream().readAllBytes()).trim() + new String(p.getErrorStream().readAllBytes()).trim() + p.waitFor() + p.exitValue());
        ProcessBuilder b = new ProcessBuilder("cat").redirectErrorStream(true);
        b.environment().put("X", "y");
        Process cat = b.start();
        try (Writer w = cat.outputWriter()) {
            w.write("through cat\n");
        }
        System.out.println(cat.inputReader().readLine() + " " + cat.waitFor(10, TimeUnit.SECONDS));
        Process env = new ProcessBuilder("sh", "-c", "echo $X > f.txt; pwd | wc -l").redirectOutput(new File("o.txt")).start();
        System.out.println(env.waitFor() + Files.readString(Path.of("o.txt")).trim() + Files.exists(Path.of("f.txt")));
        try {
            new ProcessBuilder("./no-such-program").start();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        Process sleeper = new ProcessBuilder("sleep", "100").start();
        System.out.println(sleeper.isAlive() + " " + sleeper.waitFor(5, TimeUnit.MILLISECONDS));
        sleeper.destroy();
        System.out.println(sleeper.waitFor() + " " + sleeper.isAlive());
    }
}
