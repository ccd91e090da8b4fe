/** Never ends by itself. */
public class Loop {
    public static void main(String[] args) {
        int rounds = 0;
        while (true) {
            rounds++;
        }
    }
}
