import java.util.concurrent.Semaphore;

/** A permit that is given back unless an exception comes first. */
public class LostPermit {
    static final Semaphore permits = new Semaphore(1);

    static void work(boolean fails, boolean right) {
        permits.acquireUninterruptibly();  // @acquire
        if (fails && right) {
            permits.release();
        }
        if (fails) {
            throw new IllegalStateException("no work");
        }
        permits.release();
    }

    public static void main(String[] args) {
        boolean right = args.length > 0;
        Thread bad = new Thread(() -> work(true, right), "bad");
        bad.setUncaughtExceptionHandler((thread, exception) -> {
        });
        Thread good = new Thread(() -> work(false, right), "good");
        bad.start();
        good.start();
    }
}
