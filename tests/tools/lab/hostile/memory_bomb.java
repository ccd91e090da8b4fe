// say: 
public class Race {
    static int counter;
    static void add() {
        java.util.ArrayList<int[]> all = new java.util.ArrayList<>();
        while (true) {
            all.add(new int[1 << 16]);
        }
    }
}
