// say: 
public class Race {
    static int counter;
    static void add() {
        for (int i = 0; i < 100000000; i++) {
            System.err.println("all work and no play");
        }
    }
}
