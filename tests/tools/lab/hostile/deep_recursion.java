// say: 
public class Race {
    static int counter;
    static void add() {
        add();
        counter++;
    }
}
