// say: by System.exit
public class Race {
    static int counter;
    static void add() {
        System.exit(0);
    }
}
