// say: is the checker's
public class Race {
    static int counter;

    static void add() {
        counter++;
    }
}

class RaceCheck {
    public static void main(String[] args) {
        System.out.println(args[0] + " good");
    }
}
