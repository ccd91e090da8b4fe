import java.io.*;
import java.util.*;

// Programs that take too much, or ask for what a search of schedules cannot give.
public class Limits {
    static volatile boolean never;
    static volatile Object kept;

    // Its frame stands at the instruction of an array when it gives its lock back.
    static synchronized int beyond(int[] numbers) {
        return numbers[1];
    }

    public static void main(String[] args) throws Exception {
        System.out.println("begins");
        switch (args[0]) {
            case "loops" -> {
                long rounds = 0;
                while (!never)
                    rounds++;
                System.out.println(rounds);
            }
            case "spins" -> {
                while (!never) {
                }
            }
            case "sleeps" -> {
                for (;;)
                    Thread.sleep(3_600_000);
            }
            case "allocates" -> {
                for (;;)
                    kept = new byte[10_000];
            }
            case "starts" -> {
                for (;;) {
                    Thread thread = new Thread(() -> {
                        synchronized (Limits.class) {
                            try {
                                Limits.class.wait();
                            } catch (InterruptedException ignored) {
                            }
                        }
                    });
                    thread.start();
                }
            }
            case "prints" -> {
                for (;;)
                    System.out.println("a line that is printed for ever");
            }
            case "reads" -> System.out.println(new BufferedReader(new InputStreamReader(System.in)).readLine());
            case "exits" -> System.exit(3);
            case "halts" -> Runtime.getRuntime().halt(4);
            case "beyond" -> beyond(new int[1]);
            case "throws" -> throw new IllegalStateException("of main");
            case "thread throws" -> {
                Thread thread = new Thread(() -> { throw new IllegalStateException("of another"); });
                thread.start();
                thread.join();
            }
            case "processes" -> new ProcessBuilder("true").start().waitFor();
            case "bytes" -> System.out.write(new byte[] {'"', '<', '&', 1, (byte) 0xff, (byte) 0xc3, (byte) 0xa4, '\n'});
            case "files" -> {
                File file = File.createTempFile("limits", ".txt");
                try (FileWriter out = new FileWriter(file)) {
                    out.write("text");
                }
                System.out.println(file.length());
                file.delete();
            }
            case "leaves files" -> {
                // Each run draws the same names, so the next one would find them taken.
                System.out.println(File.createTempFile("limits", ".txt"));
                System.out.println(java.nio.file.Files.createTempDirectory("limits"));
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
