// What virtual.jdb debugs: two virtual threads and their caller. For JDK 21 and later.
public class Virtual {
    static int twice(int x) {
        int y = x;
        y += x;
        return y;
    }

    static synchronized void enter() {
        System.out.println("entered");
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = Thread.ofVirtual().name("first").start(() -> System.out.println(twice(21)));
        first.join();
        Thread second;
        synchronized (Virtual.class) {
            second = Thread.ofVirtual().name("second").start(Virtual::enter);
            while (second.getState() != Thread.State.BLOCKED) {
                Thread.sleep(1);
            }
            twice(1);
        }
        second.join();
    }
}
