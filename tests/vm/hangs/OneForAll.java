/** Threads that wait for different things on one object, and a notify() that takes the wrong one. */
public class OneForAll {
    static final Object turn = new Object();
    static int next;
    static boolean right;

    static void run(int mine) {
        synchronized (turn) {
            try {
                while (next != mine) {
                    turn.wait();  // @wait
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            ++next;
            if (right) {
                turn.notifyAll();
            } else {
                turn.notify();  // @notify
            }
        }
    }

    public static void main(String[] args) {
        right = args.length > 0;
        Thread[] threads = {
            new Thread(() -> run(2), "T2"), new Thread(() -> run(1), "T1"),
            new Thread(() -> run(0), "T0"),
        };
        for (Thread thread : threads) {
            thread.start();
        }
    }
}
