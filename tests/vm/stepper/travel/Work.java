import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Computes for as many rounds as it is told, and holds as many megabytes: what it takes to go back in such a run. */
public class Work {
    static final List<byte[]> kept = new ArrayList<>();
    static final Map<Integer, Integer> counts = new HashMap<>();
    static int rounds;
    static long sum;

    static void round(int number) {
        rounds = number;
        for (int i = 0; i < 20_000; i++) {
            sum += (long) i * number ^ sum >>> 7;
        }
        counts.merge(number % 100, 1, Integer::sum);
    }

    static void done() {
        System.out.println(rounds + " " + counts.size() + " " + kept.size());
    }

    public static void main(String[] args) {
        int most = Integer.parseInt(args[0]);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            byte[] block = new byte[1 << 20];
            java.util.Arrays.fill(block, (byte) i);
            kept.add(block);
        }
        for (int number = 1; number <= most; number++) {
            round(number);
        }
        done();
    }
}
