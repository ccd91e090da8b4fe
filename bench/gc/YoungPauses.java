// A steady young-collection load: requests that live for a while in a bounded table of trees, lists and strings, and garbage around them.
// run: -Xms512m -Xmx512m -Xmn64m
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class YoungPauses {
    static final int LIVE = 250;

    record Tree(Tree left, Tree right, int number) {
        static Tree of(int levels) {
            return levels == 0 ? null : new Tree(of(levels - 1), of(levels - 1), levels);
        }

        int nodes() {
            return 1 + (left == null ? 0 : left.nodes()) + (right == null ? 0 : right.nodes());
        }
    }

    record Request(Tree tree, List<String> words, Map<Integer, byte[]> parts) {
        static Request of(int number) {
            List<String> words = new ArrayList<>();
            Map<Integer, byte[]> parts = new HashMap<>();
            for (int i = 0; i < 6; i++) {
                words.add("word " + number + "/" + i);
                parts.put(i, new byte[200 + number % 64]);
            }
            return new Request(Tree.of(9), words, parts);
        }
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 60_000;
        long start = System.nanoTime();
        Request[] live = new Request[LIVE];
        long check = 0;
        for (int i = 0; i < rounds; i++) {
            int at = (i * 7919) % LIVE;
            if (live[at] != null) {
                check += live[at].tree().nodes() + live[at].words().size();
            }
            live[at] = Request.of(i);
        }
        System.out.println("time " + (System.nanoTime() - start) + " check " + check);
    }
}
