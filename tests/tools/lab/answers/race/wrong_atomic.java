// say: two of them are two
public class Race {
    static java.util.concurrent.atomic.AtomicInteger counter = new java.util.concurrent.atomic.AtomicInteger();

    static void add() {
        counter.set(counter.get() + 1);
    }

    static void begin(Thread... threads) {
        for (Thread thread : threads) {
            thread.start();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(Race::add, "one");
        Thread two = new Thread(Race::add, "two");
        begin(one, two);
        one.join();
        two.join();
        System.out.println(counter);
    }
}
