/** A thread that waits for its own end. */
public class SelfJoin {
    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            try {
                (args.length > 0 ? main : Thread.currentThread()).join();  // @join
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "narcissus").start();
    }
}
