// say: one and the same object
public class Tickets {
    static int free = 3;
    static int sold;

    static boolean sell() {
        synchronized (new Object()) {
            if (free == 0) {
                return false;
            }
            free--;
            sold++;
            return true;
        }
    }

    static void desk() {
        while (sell()) {
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread left = new Thread(Tickets::desk, "left");
        Thread right = new Thread(Tickets::desk, "right");
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
