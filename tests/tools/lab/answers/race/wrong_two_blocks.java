// say: held from the read to the write
public class Race {
    static int counter;

    static void add() {
        int seen;
        synchronized (Race.class) {
            seen = counter;
        }
        synchronized (Race.class) {
            counter = seen + 1;
        }
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
