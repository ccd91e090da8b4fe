/** One thread waits on an object, the other notifies another one. */
public class WrongObject {
    static class Door {
    }

    static class Bell {
    }

    static final Object door = new Door();
    static final Object bell = new Bell();
    static boolean rung;

    public static void main(String[] args) {
        Object rings = args.length > 0 ? door : bell;
        new Thread(() -> {
            synchronized (door) {
                while (!rung) {
                    try {
                        door.wait();  // @wait
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        }, "guest").start();
        new Thread(() -> {
            synchronized (door) {
                synchronized (rings) {
                    rung = args.length > 0;
                    rings.notifyAll();  // @notify
                }
            }
        }, "host").start();
    }
}
