import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A reader that wants to become the writer. */
public class Upgrade {
    public static void main(String[] args) {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        new Thread(() -> {
            lock.readLock().lock();  // @read
            if (args.length > 0) {
                lock.readLock().unlock();
            }
            lock.writeLock().lock();  // @write
            lock.writeLock().unlock();
        }, "reader").start();
    }
}
