// Programs that a comparison may meet, by the first argument. The property "way" tells the variants apart.
import java.util.Scanner;

public class Odd {
  public static void main(String[] args) throws Exception {
    String way = System.getProperty("way", "");
    switch (args[0]) {
      case "output" -> System.out.println("first\nway " + way);
      case "code" -> {
        System.err.println("way " + way + " ends");
        System.exit(way.equals("b") ? 7 : 0);
      }
      case "same-code" -> System.exit(5);
      case "random" -> System.out.println(System.nanoTime());
      case "input" -> System.out.println(new Scanner(System.in).nextLine());
      case "much" -> {
        String line = "x".repeat(999);
        for (int i = 0; i < 20_000; i++) {
          System.out.println(line);
        }
      }
      case "bytes" -> {
        System.out.write(new byte[] {(byte) 0xFF, '<', '/', 's', 'c', 'r', 'i', 'p', 't', '>', (byte) way.charAt(0), '\n'});
        System.out.flush();
      }
      case "endless" -> {
        System.out.println("begins");
        while (way.equals("b")) {
          Thread.sleep(1000);
        }
      }
      case "prints" -> {
        byte[] block = new byte[1 << 16];
        while (way.equals("b")) {
          System.out.write(block);
        }
      }
      default -> throw new IllegalArgumentException(args[0]);
    }
  }
}
