// A heap that fills up a few bytes at a time: the program is told in the end, instead of being collected for ever, and goes on afterwards.
// run: -Xmx20m -XX:+UseParallelGC
public class OverheadLimit {
    static final class Node {
        final Node next;

        Node(Node next) {
            this.next = next;
        }
    }

    // Keeps what it makes, and makes as much again for nothing: each collection frees a little.
    static boolean fills() {
        Node head = null;
        try {
            while (true) {
                head = new Node(head);
                new Node(null);
            }
        } catch (OutOfMemoryError e) {
            return head != null && ("GC overhead limit exceeded".equals(e.getMessage()) || "Java heap space".equals(e.getMessage()));
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            System.out.println(fills());
        }
        System.out.println(new byte[1 << 20].length);
    }
}
