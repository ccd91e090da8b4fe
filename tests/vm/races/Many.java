import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Many threads: one after the other, without anybody who joins them, and all at once. */
public class Many {
    static int plain;
    static final AtomicInteger count = new AtomicInteger();

    static void oneAfterTheOther() throws Exception {
        for (int i = 0; i < 10_000; i++) {
            Thread thread = new Thread(() -> plain++);
            thread.start();
            thread.join();
        }
        System.out.println(plain);
    }

    static void free() throws Exception {
        for (int i = 0; i < 10_000; i++) {
            new Thread(count::incrementAndGet).start();
            if (i % 100 == 0) {
                Thread.sleep(1);
            }
        }
        while (count.get() < 10_000) {
            Thread.sleep(1);
        }
        System.out.println(count);
    }

    static void allAtOnce() throws Exception {
        final int threads = 5_000;
        CountDownLatch last = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            new Thread(() -> {
                last.countDown();
                try {
                    last.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }).start();
        }
        last.await();
        System.out.println(threads);
    }

    static void race() throws Exception {
        Thread thread = new Thread(() -> plain++);
        thread.start();
        plain++;
        thread.join();
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "one" -> oneAfterTheOther();
            case "free" -> free();
            case "all" -> allAtOnce();
            case "throws" -> {
                race();
                throw new IllegalStateException("by itself");
            }
            case "exits" -> {
                race();
                System.exit(7);
            }
        }
    }
}
