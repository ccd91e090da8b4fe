// say: A run did not end
public class Race {
    static int counter;
    static void add() {
        while (true) {
            counter++;
        }
    }
}
