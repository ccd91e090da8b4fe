// say: one thread has read the counter before
public class Race {
    static int counter;
    static void add() {
        System.out.println("good");
        System.out.flush();
        counter++;
    }
}
