// A heap full of live data, again and again: each OutOfMemoryError is caught, nothing that lives is lost, and the program goes on.
// run: -Xmx24m
import java.util.ArrayList;
import java.util.List;

public class FullHeap {
    static final class Node {
        final Node next;
        final int number;
        final byte[] load;

        Node(Node next, int number) {
            this.next = next;
            this.number = number;
            this.load = new byte[number % 500];
        }
    }

    static Node fill() {
        Node head = null;
        int made = 0;
        try {
            while (true) {
                head = new Node(head, made);
                made++;
            }
        } catch (OutOfMemoryError e) {
            check(head, made);
            return head;
        }
    }

    static void check(Node head, int made) {
        int expected = made;
        for (Node at = head; at != null; at = at.next) {
            if (at.number != --expected || at.load.length != at.number % 500) {
                throw new AssertionError("node " + at.number + " where " + expected + " belongs");
            }
        }
        if (expected != 0) {
            throw new AssertionError(expected + " nodes are lost");
        }
    }

    public static void main(String[] args) {
        for (int round = 0; round < 3; round++) {
            Node full = fill();
            boolean many = full.number > 10_000;
            try {
                byte[][] large = new byte[8][];
                for (int i = 0; i < large.length; i++) {
                    large[i] = new byte[4 << 20];
                }
                System.out.println("not reached " + large.length);
            } catch (OutOfMemoryError e) {
                many &= full.number > 10_000;
            }
            full = null;
            List<byte[]> room = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                room.add(new byte[200_000]);
            }
            System.out.println(many + " " + room.size());
        }
    }
}
