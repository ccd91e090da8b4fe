/** A virtual thread enters a monitor while main waits for it. */
public class Visit {
    static final Object door = new Object();

    static void visit() {
        synchronized (door) {
            System.out.println("inside");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread host = Thread.currentThread();
        Thread visitor = Thread.ofVirtual().name("visitor").start(() -> {
            while (host.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            visit();
        });
        visitor.join();
        System.out.println("gone");
    }
}
