/** A thread that leaves a monitor and takes it again at once, and one that wants it, too. */
public class Greedy {
    static final Object lock = new Object();
    static boolean served;
    static int rounds;

    static void grab() {
        boolean goesOn = true;
        while (goesOn) {
            synchronized (lock) {
                for (int i = 0; i < 20; ++i) {
                    ++rounds;
                }
                goesOn = !served;
            }
        }
    }

    static void want() {
        synchronized (lock) {  // @want
            served = true;
        }
    }

    public static void main(String[] args) {
        Thread greedy = new Thread(Greedy::grab, "greedy");
        Thread modest = new Thread(Greedy::want, "modest");
        greedy.start();
        modest.start();
    }
}
