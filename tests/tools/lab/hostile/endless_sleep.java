// say: the threads wait, and nobody
public class Race {
    static int counter;
    static void add() {
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException interrupted) {
            counter++;
        }
    }
}
