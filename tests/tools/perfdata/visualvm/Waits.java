// Runs until a line comes.
public class Waits {
  public static void main(String[] args) throws Exception {
    System.out.println("waits");
    System.in.read();
  }
}
