// Strings put together and looked up.
// run: -Xms512m -Xmx512m -Xmn64m
import java.util.HashMap;
import java.util.Map;

public class StringBuilding {
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 400_000;
        long start = System.nanoTime();
        Map<String, Integer> counts = new HashMap<>();
        long check = 0;
        for (int i = 0; i < rounds; i++) {
            StringBuilder text = new StringBuilder();
            text.append("key-").append(i % 5_000).append('-').append(Integer.toHexString(i % 97));
            String key = text.toString();
            counts.merge(key.substring(0, Math.min(8, key.length())), 1, Integer::sum);
            check += key.length();
        }
        System.out.println("time " + (System.nanoTime() - start) + " check " + (check + counts.size()));
    }
}
