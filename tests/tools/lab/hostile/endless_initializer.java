// say: none of them gets anywhere
public class Race {
    static int counter;
    static {
        while (counter >= 0) {
            counter = counter / 2;
        }
    }
    static void add() {
        counter++;
    }
}
