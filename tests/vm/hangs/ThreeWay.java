import java.util.concurrent.locks.ReentrantLock;

/** Three locks of java.util.concurrent around a table. */
public class ThreeWay {
    static void eat(ReentrantLock first, ReentrantLock second) {
        first.lock();  // @first
        second.lock();  // @second
        second.unlock();
        first.unlock();
    }

    public static void main(String[] args) {
        boolean right = args.length > 0;
        ReentrantLock a = new ReentrantLock();
        ReentrantLock b = new ReentrantLock();
        ReentrantLock c = new ReentrantLock();
        Thread[] guests = {
            new Thread(() -> eat(a, b), "Ada"),
            new Thread(() -> eat(b, c), "Bob"),
            new Thread(() -> eat(right ? a : c, right ? c : a), "Eve"),
        };
        for (Thread guest : guests) {
            guest.start();
        }
    }
}
