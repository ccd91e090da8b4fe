import java.io.*;
import java.util.*;

// The three ways the library starts a child (jdk.lang.Process.launchMechanism), each in a VM of its own that was started as a child itself.
public class LaunchMechanisms {
    public static void main(String[] args) throws Exception {
        if (args.length != 0) {
            Process child = new ProcessBuilder("sh", "-c", "read x; echo $x $0; exit 4", "zero").start();
            try (Writer to = child.outputWriter()) {
                to.write("said\n");
            }
            System.out.println(child.inputReader().readLine() + " " + child.waitFor());
            try {
                new ProcessBuilder("./absent").start();
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
            return;
        }
        String vm = ProcessHandle.current().info().command().get();
        for (String mechanism : new String[] {"POSIX_SPAWN", "VFORK", "FORK", "NONE"}) {
            Process child = new ProcessBuilder(vm, "-Djdk.lang.Process.launchMechanism=" + mechanism, "-cp", System.getProperty("java.class.path"), "LaunchMechanisms", "child").redirectErrorStream(true).start();
            List<String> lines = child.inputReader().lines().filter(line -> !line.contains("\tat ") && !line.startsWith("\t...")).toList();
            System.out.println(mechanism + " " + lines + " " + child.waitFor());
        }
    }
}
