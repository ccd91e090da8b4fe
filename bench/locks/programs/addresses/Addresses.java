// A small database in memory of the kind that the meta-lock paper's _209_db is: every record a Vector of Strings, all in one Vector, and every
// look at them synchronized. One thread, so nobody needs the locks.
//   java Addresses [ROUNDS]
import java.util.Random;
import java.util.Vector;

public class Addresses {
    static final int RECORDS = 4000;
    static final int FIELDS = 4;

    final Vector<Vector<String>> records = new Vector<>();

    static String word(Random random) {
        StringBuffer text = new StringBuffer();
        for (int length = 4 + random.nextInt(8); length > 0; length--) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        return text.toString();
    }

    void fill(Random random) {
        for (int i = 0; i < RECORDS; i++) {
            Vector<String> record = new Vector<>();
            for (int field = 0; field < FIELDS; field++) {
                record.addElement(word(random));
            }
            records.addElement(record);
        }
    }

    String key(int at, int field) {
        return records.elementAt(at).elementAt(field);
    }

    // Shell's sort.
    void sortBy(int field) {
        for (int gap = records.size() / 2; gap > 0; gap /= 2) {
            for (int i = gap; i < records.size(); i++) {
                for (int at = i; at >= gap && key(at - gap, field).compareTo(key(at, field)) > 0; at -= gap) {
                    Vector<String> record = records.elementAt(at);
                    records.setElementAt(records.elementAt(at - gap), at);
                    records.setElementAt(record, at - gap);
                }
            }
        }
    }

    int count(int field, char first) {
        int found = 0;
        for (int at = 0; at < records.size(); at++) {
            if (key(at, field).charAt(0) == first) {
                found++;
            }
        }
        return found;
    }

    int print() {
        StringBuffer text = new StringBuffer();
        for (int at = 0; at < records.size(); at++) {
            for (int field = 0; field < FIELDS; field++) {
                text.append(key(at, field)).append(field + 1 < FIELDS ? ' ' : '\n');
            }
        }
        return text.toString().hashCode();
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 16;
        Addresses addresses = new Addresses();
        addresses.fill(new Random(209));
        for (int round = 0; round < rounds; round++) {
            addresses.sortBy(round % FIELDS);
            int found = 0;
            for (char first = 'a'; first <= 'z'; first++) {
                found += addresses.count(round % FIELDS, first);
            }
            if (round % 10 == 0) {
                System.out.println("found " + found + ", printed " + addresses.print());
            }
        }
    }
}
