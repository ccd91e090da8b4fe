// say: java.nio.file
public class Race {
    static int counter;
    static void add() {
        try {
            for (String line : java.nio.file.Files.readAllLines(java.nio.file.Path.of("/etc/passwd"))) {
                System.out.println(line);
            }
        } catch (java.io.IOException failed) {
            counter++;
        }
    }
}
