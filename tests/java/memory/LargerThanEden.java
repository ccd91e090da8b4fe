// Arrays larger than eden are born old; their young elements are found by cards, their bytes are zero, and they die like others.
// run: -Xmx192m -Xmn4m
public class LargerThanEden {
    static int ones(byte[] bytes) {
        int found = 0;
        for (int i = 0; i < bytes.length; i += 64) {
            found += bytes[i] != 0 ? 1 : 0;
        }
        return found;
    }

    public static void main(String[] args) {
        Object[] table = new Object[2_000_000];
        int wrong = 0;
        for (int round = 0; round < 8; round++) {
            byte[] large = new byte[6 << 20];
            wrong += ones(large);
            java.util.Arrays.fill(large, (byte) 1);
            for (int i = round; i < table.length; i += 5_003) {
                table[i] = Integer.valueOf(1_000_000 + i);
            }
        }
        for (int i = 0; i < table.length; i++) {
            if (table[i] != null && (Integer) table[i] != 1_000_000 + i) {
                wrong++;
            }
        }
        System.out.println("wrong " + wrong);
        try {
            System.out.println(new long[40_000_000].length);
        } catch (OutOfMemoryError e) {
            System.out.println(e.getMessage());
        }
        System.out.println(((Integer) table[7]) + " " + new long[1_000_000].length);
    }
}
