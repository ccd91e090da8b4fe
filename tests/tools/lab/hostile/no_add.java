// say: The check calls Race.add()
public class Race {
    static int counter;
    static void increase() {
        counter++;
    }
}
