// What the other version is redefined to.
public class Touched {
    static void work() {
        News.text = "b";
        System.out.println("works on it");
    }
}
