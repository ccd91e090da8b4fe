// say: to look and to take are two
public class Tickets {
    static final java.util.concurrent.atomic.AtomicInteger free = new java.util.concurrent.atomic.AtomicInteger(3);
    static final java.util.concurrent.atomic.AtomicInteger sold = new java.util.concurrent.atomic.AtomicInteger();

    static boolean sell() {
        if (free.get() == 0) {
            return false;
        }
        free.decrementAndGet();
        sold.incrementAndGet();
        return true;
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
        if (sold.get() != 3 || free.get() != 0) {
            throw new AssertionError(sold + " sold, " + free + " free");
        }
        System.out.println("sold out");
    }
}
