// Allocation and little else: trees that are built, counted and dropped.
// run: -Xms512m -Xmx512m -Xmn64m
public class BinaryTrees {
    record Node(Node left, Node right) {
        static Node of(int levels) {
            return levels == 0 ? new Node(null, null) : new Node(of(levels - 1), of(levels - 1));
        }

        int count() {
            return left == null ? 1 : 1 + left.count() + right.count();
        }
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 60;
        long start = System.nanoTime();
        Node longLived = Node.of(15);
        long check = 0;
        for (int i = 0; i < rounds; i++) {
            check += Node.of(14).count();
        }
        System.out.println("time " + (System.nanoTime() - start) + " check " + (check + longLived.count()));
    }
}
