public class Stuck {
    static class Fork {
    }

    static final Fork left = new Fork();
    static final Fork right = new Fork();

    static final java.util.Map<Fork, Integer> numbers = new java.util.concurrent.ConcurrentHashMap<>();

    static int number(Fork fork) {
        return numbers.computeIfAbsent(fork, key -> key == left ? 1 : key == right ? 2 : 3 + numbers.size());
    }

    static void eat(Fork first, Fork second) {
        Fork low = number(first) < number(second) ? first : second;
        Fork high = low == first ? second : first;
        synchronized (low) {
            synchronized (high) {
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
