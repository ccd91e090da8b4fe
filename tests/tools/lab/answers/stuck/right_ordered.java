public class Stuck {
    static class Fork {
    }

    static final Fork left = new Fork();
    static final Fork right = new Fork();

    static void eat(Fork first, Fork second) {
        boolean swap = System.identityHashCode(first) > System.identityHashCode(second);
        synchronized (swap ? second : first) {
            pause();
            synchronized (swap ? first : second) {
                System.out.println(Thread.currentThread().getName() + " eats");
            }
        }
    }

    static void pause() {
    }

    static void begin(Thread... threads) {
        for (Thread thread : threads) {
            thread.start();
        }
    }

    public static void main(String[] args) {
        boolean ordered = args.length > 0;
        begin(new Thread(() -> eat(left, right), "Ada"), new Thread(() -> eat(ordered ? left : right, ordered ? right : left), "Bob"));
    }
}
