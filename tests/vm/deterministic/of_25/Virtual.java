import java.util.concurrent.CountDownLatch;

/** Virtual threads in a deterministic run. */
public class Virtual {
    private static final Object lock = new Object();
    private static int counter;

    private static void add() {
        for (int i = 0; i < 2000; i++) {
            counter++;  // not together with the others
        }
    }

    /** An hour of them passes at once. */
    private static void sleepers() throws InterruptedException {
        CountDownLatch awake = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            int n = i;
            Thread.ofVirtual().start(() -> {
                try {
                    Thread.sleep(3_600_000 - n);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                System.out.println("awake " + n);
                awake.countDown();
            });
        }
        awake.await();
    }

    private static void race() throws InterruptedException {
        Thread one = Thread.ofVirtual().start(Virtual::add);
        Thread two = Thread.ofVirtual().start(Virtual::add);
        one.join();
        two.join();
        System.out.println(counter);
    }

    private static void stuck() throws InterruptedException {
        Thread.ofVirtual().name("waits").start(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }).join();
    }

    public static void main(String[] args) throws InterruptedException {
        switch (args[0]) {
            case "sleepers" -> sleepers();
            case "race" -> race();
            default -> stuck();
        }
    }
}
