import java.util.concurrent.CountDownLatch;

/** A latch that expects one more than there are threads. */
public class FewCounts {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(args.length > 0 ? 2 : 3);
        for (String name : new String[] {"a", "b"}) {
            new Thread(() -> latch.countDown(), name).start();  // @down
        }
        latch.await();  // @await
    }
}
