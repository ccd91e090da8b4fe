import java.util.ArrayList;
import java.util.List;

/** Works on its own garbage until its input ends, and then prints what came out. */
public class Neighbour {
    static volatile boolean over;

    static long work(int seed, int rounds) {
        List<String> kept = new ArrayList<>();
        long sum = seed;
        for (int i = 0; i < rounds; i++) {
            kept.add("line " + seed + "/" + i);
            if (kept.size() > 500) {
                kept.clear();
            }
            sum = sum * 31 + kept.toString().length();
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        int number = Integer.parseInt(args[0]);
        Thread busy = new Thread(() -> {
            while (!over) {
                work(number, 100);
            }
        }, "neighbour-" + number);
        busy.start();
        System.out.println("ready");
        while (System.in.read() >= 0) {
            // The test closes the input.
        }
        over = true;
        busy.join();
        System.out.println(number + ": " + work(number, 2000));
    }
}
