// Full collections of a heap that is half alive: trees, arrays and strings of which some die between two collections.
// run: -Xms1g -Xmx1g
public class FullPauses {
    static final int SLOTS = 3_000;

    record Tree(Tree left, Tree right, byte[] load) {
        static Tree of(int levels, int seed) {
            return levels == 0 ? null : new Tree(of(levels - 1, seed + 1), of(levels - 1, seed + 2), new byte[seed % 100]);
        }

        int nodes() {
            return 1 + (left == null ? 0 : left.nodes()) + (right == null ? 0 : right.nodes());
        }
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 12;
        long start = System.nanoTime();
        Tree[] live = new Tree[SLOTS];
        long check = 0;
        for (int round = 0; round < rounds; round++) {
            for (int i = round; i < SLOTS; i += round == 0 ? 1 : 7) {
                live[i] = Tree.of(8, i);
            }
            System.gc();
            check += live[round * 7].nodes();
        }
        System.out.println("time " + (System.nanoTime() - start) + " check " + check);
    }
}
