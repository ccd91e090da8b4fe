// say: It does not compile
public class Race {
    static int counter;
    static void add() {
        counter++
    }
}
