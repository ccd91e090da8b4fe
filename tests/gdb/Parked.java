/** What the gdb test looks at under -XX:ThreadModel=M:N with one LWP: a thread that waits without one. */
public class Parked {
    static final Object gate = new Object();
    static boolean open;

    static void waitAtGate() {
        synchronized (gate) {
            while (!open) {
                try {
                    gate.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread waiter = new Thread(Parked::waitAtGate, "the waiter");
        waiter.start();
        while (waiter.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        Thread next = new Thread(() -> { });  // once it has run, the waiter has left the one LWP
        next.start();
        next.join();
        System.out.println(Thread.holdsLock(gate));  // the test stops here
        synchronized (gate) {
            open = true;
            gate.notifyAll();
        }
        waiter.join();
        System.out.println("woken");
    }
}
