package counted;

import java.util.Map;
import java.util.TreeMap;

/** Counts the words of a text. */
public class Words {
    public static Map<String, Integer> count(String text) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String word : text.split("\\W+")) {
            counts.merge(word, 1, Integer::sum);
        }
        return counts;
    }
}
