import java.nio.file.Files;
import java.nio.file.Path;

/** Programs whose first run leaves a file behind, which the second one finds; and one that depends on nothing but its input. */
public class Twice {
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("input")) {
            System.out.println(new String(System.in.readAllBytes()).strip());
            System.exit(5);
        }
        Path trace = Path.of(arguments[1]);
        boolean isSecond = Files.exists(trace);
        if (!isSecond) {
            Files.createFile(trace);
        }
        switch (arguments[0]) {
            case "output" -> System.out.print("same\nfound: " + isSecond + "\n");
            case "errors" -> System.err.println("found: " + isSecond);
            case "code" -> System.exit(isSecond ? 4 : 3);
            case "turns" -> compute(isSecond ? 2000 : 1000);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    /** What the thread does comes at other ticks, as all since the file was found. */
    private static void compute(int rounds) throws InterruptedException {
        Thread computes = new Thread(() -> {
            int sum = 0;
            for (int i = 0; i < rounds; i++) {
                sum += i;
            }
            System.out.println(sum > 0);
        });
        computes.start();
        computes.join();
    }
}
