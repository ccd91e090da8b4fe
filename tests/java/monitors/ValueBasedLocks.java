import java.util.*;

// -XX:DiagnoseSyncOnValueBasedClasses: 2 writes each lock on an object of a value-based class to the log, 1 stops the VM at the first.
public class ValueBasedLocks {
    public static class Child {
        static synchronized void block(Object lock) {
            synchronized (lock) {
                System.out.println("locked");
            }
        }

        public static void main(String[] args) {
            block(new Object());
            block(new int[1]);
            Integer number = 5;
            synchronized (number) {
                block(number);
            }
            for (Object lock : new Object[] {Optional.of("x"), 2.5, List.of(1), java.time.LocalDate.EPOCH, Thread.currentThread()}) {
                block(lock);
            }
        }
    }

    static String steady(String line) {
        return line.replaceAll("^\\[[0-9.]+s\\]", "[time]").replaceAll("0x[0-9a-f]+", "0x").replaceAll(".*fatal error:", "fatal error:");
    }

    static void run(int level) throws Exception {
        ProcessBuilder child = new ProcessBuilder(ProcessHandle.current().info().command().get(), "-XX:+UnlockDiagnosticVMOptions",
            "-XX:DiagnoseSyncOnValueBasedClasses=" + level, "-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=/dev/null", "-cp", System.getProperty("java.class.path"),
            Child.class.getName());
        Process process = child.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        output.lines().filter(line -> level != 1 || line.matches("locked|.*fatal error:.*")).map(ValueBasedLocks::steady).forEach(System.out::println);
        System.out.println("level " + level + " exits with " + process.waitFor());
    }

    public static void main(String[] args) throws Exception {
        for (int level = 0; level <= 2; ++level) {
            run(level);
        }
    }
}
