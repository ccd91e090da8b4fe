// say: System.setOut
public class Race {
    static int counter;
    static void add() {
        System.setOut(null);
        counter++;
    }
}
