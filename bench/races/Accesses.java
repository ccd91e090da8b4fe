import java.util.ArrayList;
import java.util.HashMap;

/** Loops that do little but one kind of access. The first argument names the loop, the second is the number of its rounds. */
public class Accesses {
    static class Node {
        int number;
        long wide;
        Node next;
        final int constant = 7;
    }

    static int total;
    static volatile int shared;
    static long sink;

    static int fields(int rounds) {
        Node node = new Node();
        for (int i = 0; i < rounds; i++) {
            node.number = node.number + i;
        }
        return node.number;
    }

    static int statics(int rounds) {
        for (int i = 0; i < rounds; i++) {
            total = total + i;
        }
        return total;
    }

    static int elements(int rounds) {
        int[] array = new int[1024];
        for (int i = 0; i < rounds; i++) {
            array[i & 1023] = array[(i + 1) & 1023] + i;
        }
        return array[5];
    }

    static int bytes(int rounds) {
        byte[] array = new byte[1024];
        for (int i = 0; i < rounds; i++) {
            array[i & 1023] = (byte) (array[(i + 1) & 1023] + i);
        }
        return array[5];
    }

    static int chains(int rounds) {
        Node first = new Node();
        Node last = first;
        for (int i = 0; i < 1000; i++) {
            last.next = new Node();
            last = last.next;
        }
        int sum = 0;
        for (int i = 0; i < rounds / 1000; i++) {
            for (Node node = first; node != null; node = node.next) {
                sum += node.constant;
            }
        }
        return sum;
    }

    /** New objects: their shadow is new, too. */
    static int objects(int rounds) {
        Node node = null;
        for (int i = 0; i < rounds; i++) {
            node = new Node();
            node.number = i;
            node.wide = i;
        }
        return node.number;
    }

    static int locals(int rounds) {
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            sum = sum * 31 + i;
        }
        return sum;
    }

    static int locks(int rounds) {
        Node node = new Node();
        for (int i = 0; i < rounds; i++) {
            synchronized (node) {
                node.number++;
            }
        }
        return node.number;
    }

    static int volatiles(int rounds) {
        for (int i = 0; i < rounds; i++) {
            shared = shared + 1;
        }
        return shared;
    }

    static int copies(int rounds) {
        int[] from = new int[100];
        int[] to = new int[100];
        for (int i = 0; i < rounds; i++) {
            System.arraycopy(from, 0, to, 0, 100);
        }
        return to[3];
    }

    static int maps(int rounds) {
        HashMap<Integer, Integer> map = new HashMap<>();
        for (int i = 0; i < rounds; i++) {
            map.merge(i & 255, 1, Integer::sum);
        }
        return map.get(5);
    }

    static int lists(int rounds) {
        ArrayList<Integer> list = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            list.add(i & 63);
            if (list.size() == 1000) {
                for (int value : list) {
                    sink += value;
                }
                list.clear();
            }
        }
        return list.size();
    }

    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[1]);
        int result = switch (args[0]) {
            case "nothing" -> 0;
            case "fields" -> fields(rounds);
            case "statics" -> statics(rounds);
            case "elements" -> elements(rounds);
            case "bytes" -> bytes(rounds);
            case "chains" -> chains(rounds);
            case "objects" -> objects(rounds);
            case "locals" -> locals(rounds);
            case "locks" -> locks(rounds);
            case "volatiles" -> volatiles(rounds);
            case "copies" -> copies(rounds);
            case "maps" -> maps(rounds);
            case "lists" -> lists(rounds);
            default -> throw new IllegalArgumentException(args[0]);
        };
        System.out.println(result);
    }
}
