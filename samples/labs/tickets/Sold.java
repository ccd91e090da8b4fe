/** A solution of Tickets: to look for a free seat and to take it is one step. */
public class Sold {
    static int free = 3;
    static int sold;

    static synchronized boolean sell() {
        if (free == 0) {
            return false;
        }
        free--;
        sold++;
        return true;
    }

    static void desk() {
        while (sell()) {
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread left = new Thread(Sold::desk, "left");
        Thread right = new Thread(Sold::desk, "right");
        left.start();
        right.start();
        left.join();
        right.join();
        if (sold != 3 || free != 0) {
            throw new AssertionError(sold + " sold, " + free + " free");
        }
        System.out.println("sold out");
    }
}
