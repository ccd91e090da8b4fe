// say: one and the same object
public class Race {
    static int counter;

    static void add() {
        synchronized (new Object()) {
            counter++;
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
