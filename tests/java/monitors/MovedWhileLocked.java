// Objects that the collector moves while they are locked, waited on and contended: owner, count, queue and hash go with them.
public class MovedWhileLocked {
    static final class Item {
        int count;
    }

    static void awaitState(Thread thread, Thread.State state) throws InterruptedException {
        while (thread.getState() != state) {
            Thread.sleep(1);
        }
    }

    /** The place of the first thread that has ended. The JLS does not say which waiter a notify wakes, and -XX:NotifyOrder chooses. */
    static int awaitOneEnd(Thread[] threads) throws InterruptedException {
        int t = 0;
        while (threads[t].getState() != Thread.State.TERMINATED) {
            Thread.sleep(1);
            t = (t + 1) % threads.length;
        }
        return t;
    }

    /** Young and full collections, with garbage between so that survivors move. */
    static void collect() {
        for (int round = 0; round < 3; round++) {
            byte[][] garbage = new byte[64][];
            for (int i = 0; i < 256; i++) {
                garbage[i % 64] = new byte[4096];
            }
            System.gc();
        }
    }

    static void owned() {
        Item hashedBefore = new Item();
        Item hashedInside = new Item();
        int before = System.identityHashCode(hashedBefore);
        synchronized (hashedBefore) {
            synchronized (hashedBefore) {
                synchronized (hashedInside) {
                    collect();
                    int inside = System.identityHashCode(hashedInside);
                    collect();
                    System.out.println("owned " + Thread.holdsLock(hashedBefore) + " " + Thread.holdsLock(hashedInside) + " "
                        + (before == System.identityHashCode(hashedBefore)) + " " + (inside == System.identityHashCode(hashedInside)));
                }
            }
            System.out.println("still " + Thread.holdsLock(hashedBefore) + " " + Thread.holdsLock(hashedInside));
        }
        System.out.println("free " + !Thread.holdsLock(hashedBefore) + " " + (before == System.identityHashCode(hashedBefore)));
    }

    static void contended() throws InterruptedException {
        Item item = new Item();
        Thread[] threads = new Thread[3];
        synchronized (item) {
            for (int t = 0; t < threads.length; t++) {
                threads[t] = new Thread(() -> {
                    synchronized (item) {
                        item.count++;
                    }
                });
                threads[t].start();
            }
            for (Thread thread : threads) {
                awaitState(thread, Thread.State.BLOCKED);
            }
            collect();
            int hash = System.identityHashCode(item);
            collect();
            System.out.println("contended " + item.count + " " + (hash == System.identityHashCode(item)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("entered " + item.count);
    }

    static void waited() throws InterruptedException {
        Item item = new Item();
        int hash = System.identityHashCode(item);
        Thread[] threads = new Thread[3];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                synchronized (item) {
                    synchronized (item) {
                        try {
                            item.wait();
                        } catch (InterruptedException e) {
                            item.count += 100;
                        }
                        item.count += Thread.holdsLock(item) ? 1 : 1000;
                    }
                }
            });
            threads[t].start();
            awaitState(threads[t], Thread.State.WAITING);
        }
        collect();
        synchronized (item) {
            collect();
            item.notify();
            System.out.println("waited " + item.count + " " + (hash == System.identityHashCode(item)));
        }
        int back = awaitOneEnd(threads);
        Thread second = threads[(back + 1) % 3];
        Thread third = threads[(back + 2) % 3];
        System.out.println("one is back: " + item.count + " " + second.getState() + " " + third.getState());
        second.interrupt();
        second.join();
        collect();
        synchronized (item) {
            item.notifyAll();
        }
        third.join();
        System.out.println("all are back: " + item.count + " " + (hash == System.identityHashCode(item)) + " " + Thread.holdsLock(item));
    }

    public static void main(String[] args) throws InterruptedException {
        owned();
        contended();
        waited();
    }
}
