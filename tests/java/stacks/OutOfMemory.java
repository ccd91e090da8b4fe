// run: -Xmx24m
import java.util.ArrayList;
import java.util.List;

// OutOfMemoryError by too large an array, by filling the heap with lists, and by strings; each time caught, memory released, work goes on.
public class OutOfMemory {
    static List<Object> keep;

    static String fill(int chunk) {
        keep = new ArrayList<>();
        try {
            while (true) {
                keep.add(new byte[chunk]);
            }
        } catch (OutOfMemoryError e) {
            int n = keep.size();
            keep = null;
            return e.getMessage() + " " + ((long) n * chunk > 5 << 20);
        }
    }

    /** Small, yet large enough that 100,000 of them fill the heap: under gc-stress each one is a collection. */
    static class Link {
        Link next;
        final long[] payload = new long[25];
    }

    static boolean chain() {
        Link head = null;
        try {
            while (true) {
                Link l = new Link();
                l.next = head;
                head = l;
            }
        } catch (OutOfMemoryError e) {
            head = null;
            return true;
        }
    }

    public static void main(String[] args) {
        try {
            long[] huge = new long[100_000_000];
            System.out.println(huge.length);
        } catch (OutOfMemoryError e) {
            System.out.println(e.getMessage()); // expect: Java heap space
        }
        try {
            int[] huge = new int[Integer.MAX_VALUE];
            System.out.println(huge.length);
        } catch (OutOfMemoryError e) {
            System.out.println(e.getMessage());
        }
        try {
            Object[][] huge = new Object[1000][1_000_000];
            System.out.println(huge.length);
        } catch (OutOfMemoryError e) {
            System.out.println(e.getMessage());
        }
        System.out.println(fill(1 << 20));
        System.out.println(fill(10_000));
        System.out.println(chain());
        try {
            StringBuilder s = new StringBuilder("0123456789");
            while (true) s.append(s);
        } catch (OutOfMemoryError e) {
            System.out.println("builder");
        }
        long sum = 0;
        for (int i = 0; i < 2000; i++) sum += new int[10_000].length;
        System.out.println(sum + " " + "still".concat(" alive")); // expect: 20000000 still alive
    }
}
