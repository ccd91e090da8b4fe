// Two threads take two locks in different orders. When they block each other a third thread waits in one of two lines, and main waits for all three: neither
// says anything about why the run is stuck.
public class Bystanders {
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();
    static final Object NEVER = new Object();
    static volatile boolean hasBegun;

    static void leftFirst() {
        hasBegun = true;
        synchronized (LEFT) {
            synchronized (RIGHT) {
                hasBegun = false;
            }
        }
    }

    static void rightFirst() {
        synchronized (RIGHT) {
            synchronized (LEFT) {
                hasBegun = false;
            }
        }
    }

    static void bystander() {
        synchronized (NEVER) {
            try {
                if (hasBegun) {
                    NEVER.wait(); // after the others have begun
                } else {
                    NEVER.wait(); // before
                }
            } catch (InterruptedException e) {
                // The others are through.
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread third = new Thread(Bystanders::bystander);
        Thread[] others = {new Thread(Bystanders::leftFirst), new Thread(Bystanders::rightFirst)};
        third.start();
        for (Thread other : others) {
            other.start();
        }
        for (Thread other : others) {
            other.join();
        }
        third.interrupt();
        third.join();
    }
}
