import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A condition that may be signalled before anybody waits there. */
public class EarlySignal {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition ready = lock.newCondition();
    static boolean isReady;

    static void consume(boolean right) {
        lock.lock();
        while (!(right && isReady)) {
            ready.awaitUninterruptibly();  // @await
            if (!right) {
                break;
            }
        }
        lock.unlock();
    }

    static void produce() {
        lock.lock();
        isReady = true;
        ready.signal();  // @signal
        lock.unlock();
    }

    public static void main(String[] args) {
        Thread consumer = new Thread(() -> consume(args.length > 0), "consumer");
        Thread producer = new Thread(EarlySignal::produce, "producer");
        consumer.start();
        producer.start();
    }
}
