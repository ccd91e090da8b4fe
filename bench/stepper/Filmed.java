/** Objects that live, 200 of them in sight, and garbage beside them: young collections, one after the other. */
public class Filmed {
    static class Item {
        final Item next;
        final byte[] room = new byte[64];

        Item(Item next) {
            this.next = next;
        }
    }

    static Object[] garbage = new Object[64];

    public static void main(String[] args) {
        int alive = Integer.parseInt(args[0]);
        Item[][] items = new Item[13][16];
        Item last = null;
        for (Item[] row : items) {
            for (int i = 0; i < row.length; i++) {
                last = row[i] = new Item(last);
            }
        }
        Item others = null;
        for (int i = 208; i < alive; i++) {
            others = new Item(others);
        }
        begin(items, others, Integer.parseInt(args[1]));
    }

    static void begin(Item[][] items, Item others, int megabytes) {
        for (int i = 0; i < megabytes * 1024; i++) {
            garbage[i % garbage.length] = new byte[1000];
        }
        System.out.println(items.length + (others == null ? 0 : 1));
    }
}
