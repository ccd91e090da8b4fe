import java.nio.file.Files;
import java.nio.file.Path;

// However few files a shell lets its programs have open, the VM asks for as many as the user may have; -XX:-MaxFDLimit leaves it at that.
public class FileLimit {
    static String limits() throws Exception {
        return Files.readAllLines(Path.of("/proc/self/limits")).stream().filter(line -> line.startsWith("Max open files")).findFirst().get();
    }

    static void start(String flag) throws Exception {
        String vm = ProcessHandle.current().info().command().get();
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", "ulimit -Sn 100 && exec \"$0\" \"$@\"", vm, flag, "-cp", System.getProperty("java.class.path"), "FileLimit", "child");
        shell.redirectError(ProcessBuilder.Redirect.INHERIT);
        System.out.print(new String(shell.start().getInputStream().readAllBytes()));
    }

    public static void main(String[] args) throws Exception {
        if (args.length == 0) {
            start("-XX:+MaxFDLimit");
            start("-XX:-MaxFDLimit");
            return;
        }
        String[] words = limits().substring("Max open files".length()).trim().split(" +");
        System.out.println("soft is " + (words[0].equals("100") ? "what the shell said" : words[0].equals(words[1]) ? "hard" : words[0]));
    }
}
