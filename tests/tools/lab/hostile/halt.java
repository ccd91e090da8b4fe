// say: java.lang.Runtime
public class Race {
    static int counter;
    static void add() {
        Runtime.getRuntime().halt(0);
    }
}
