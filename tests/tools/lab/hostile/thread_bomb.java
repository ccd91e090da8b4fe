// say: more threads at once
public class Race {
    static int counter;
    static void add() {
        while (true) {
            new Thread(Race::add).start();
        }
    }
}
