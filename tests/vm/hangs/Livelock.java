/** Two threads that wait for each other in loops: they run, and nothing comes of it. With an argument, one that waits for a long computation. */
public class Livelock {
    static volatile boolean one;
    static volatile boolean two;
    static volatile long sum;

    static void first(boolean yields) {
        while (!two) {  // @first
            if (yields) {
                Thread.yield();
            }
        }
        one = true;
    }

    static void second() {
        while (!one) {  // @second
        }
        two = true;
    }

    static void compute() {
        for (int i = 0; i < 20_000; ++i) {
            sum += i;
        }
        two = true;
    }

    public static void main(String[] args) {
        boolean yields = args.length > 0 && args[0].equals("yields");
        boolean right = args.length > 0 && args[0].equals("right");
        Thread one = new Thread(() -> first(yields), "one");
        Thread two = new Thread(right ? Livelock::compute : Livelock::second, "two");
        one.start();
        two.start();
    }
}
