/** A list of 200 objects that stays in sight while a loop runs, so that each stop shows all of them. */
public class Many {
    static class Item {
        final Item next;
        int number;

        Item(Item next, int number) {
            this.next = next;
            this.number = number;
        }
    }

    public static void main(String[] args) {
        Item[][] items = new Item[13][16];
        Item last = null;
        for (Item[] row : items) {
            for (int i = 0; i < row.length; i++) {
                last = row[i] = new Item(last, i);
            }
        }
        begin(items);
    }

    static void begin(Item[][] items) {
        int sum = 0;
        for (int i = 0; i < 100_000; i++) {
            sum += items[i % 13][i % 16].number;
        }
        System.out.println(sum);
    }
}
