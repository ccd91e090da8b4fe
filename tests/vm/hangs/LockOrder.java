/** Two locks, taken in two orders. */
public class LockOrder {
    static class Fork {
    }

    static int meals;

    static void eat(Fork first, Fork second) {
        synchronized (first) {  // @first
            synchronized (second) {  // @second
                meals++;
            }
        }
    }

    public static void main(String[] args) {
        boolean right = args.length > 0;
        Fork one = new Fork();
        Fork two = new Fork();
        Thread ada = new Thread(() -> eat(one, two), "Ada");
        Thread bob = new Thread(() -> eat(right ? one : two, right ? two : one), "Bob");
        ada.start();
        bob.start();
    }
}
