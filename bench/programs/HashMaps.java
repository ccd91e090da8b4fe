import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** HashMaps of Integers, texts and records: put, get, merge, computeIfAbsent, iteration, removal. */
public final class HashMaps {
    record Key(int x, int y) { }

    static long round(int size, int salt) {
        Map<Integer, Integer> squares = new HashMap<>();
        for (int k = 0; k < size; k++) squares.put(k * 7919 % 65521, k * k);
        long check = 0;
        for (int k = 0; k < 2 * size; k++) {
            Integer found = squares.get(k * 7919 % 65521);
            check += found == null ? salt : found;
        }
        Map<String, Integer> words = new LinkedHashMap<>();
        for (int k = 0; k < size; k++) words.merge("word" + k * 31 % 257, 1, Integer::sum);
        for (Map.Entry<String, Integer> e : words.entrySet()) check = check * 31 + e.getKey().hashCode() * e.getValue();
        Map<Key, StringBuilder> grid = new HashMap<>();
        for (int k = 0; k < size; k++) grid.computeIfAbsent(new Key(k % 61, k % 17), key -> new StringBuilder()).append(k % 10);
        for (int k = 0; k < 61; k++) {
            StringBuilder cell = grid.remove(new Key(k, k % 17));
            check += cell == null ? 1 : cell.length();
        }
        return check + grid.size();
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 30;
        long check = 0;
        long start = System.nanoTime();
        for (int k = 0; k < rounds; k++) check = check * 17 + round(3000, k);
        System.out.println("time " + (System.nanoTime() - start) + " check " + check);
    }
}
