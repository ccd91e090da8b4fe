import java.io.*;

// Computes what each line of standard input asks for: "2 + 3", until a line that is empty or the end.
public class Calculator {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        long sum = 0;
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            String[] words = line.split(" ");
            if (words.length != 3) {
                System.err.println("? " + line);
                continue;
            }
            long left = Long.parseLong(words[0]), right = Long.parseLong(words[2]);
            long result = switch (words[1]) {
                case "+" -> left + right;
                case "-" -> left - right;
                case "*" -> left * right;
                default -> left / right;
            };
            sum += result;
            System.out.println(line + " = " + result);
        }
        System.out.println("sum " + sum);
        System.exit((int) (sum & 7));
    }
}
