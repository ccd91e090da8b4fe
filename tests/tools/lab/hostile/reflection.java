// say: java.lang.Class.forName
public class Race {
    static int counter;
    static void add() {
        try {
            Class.forName("RaceCheck").getDeclaredMethods();
        } catch (ClassNotFoundException missing) {
            counter++;
        }
    }
}
