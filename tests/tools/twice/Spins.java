/** Does not end by itself. */
public class Spins {
    public static void main(String[] arguments) {
        System.out.println("spins");
        while (arguments.length == 0) {
            Thread.onSpinWait();
        }
    }
}
