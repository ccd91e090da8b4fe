// run: -Xmx256m
import java.util.*;

// Arrays beyond any TLAB or page: filled, copied, kept in old places and pointed at from new ones; all checked after collections.
public class BigArrays {
    public static void main(String[] args) throws Exception {
        long[] big = new long[1_000_000];
        for (int i = 0; i < big.length; i += 997) big[i] = i;
        Object[] refs = new Object[200_000];
        for (int i = 0; i < refs.length; i += 3) refs[i] = i % 2 == 0 ? new int[] {i} : "r" + i;
        byte[][] chunks = new byte[20][];
        for (int i = 0; i < 100; i++) {
            chunks[i % 20] = new byte[100_000 + i];
            chunks[i % 20][i] = (byte) i;
            refs[i] = chunks[i % 20];
            if (i % 40 == 0) System.gc();
        }
        long sum = 0;
        for (long v : big) sum += v;
        for (int i = 102; i < refs.length; i += 3) sum += refs[i] instanceof int[] a ? a[0] : ((String) refs[i]).length();
        for (byte[] c : chunks) sum += c.length;
        System.out.println(sum);
        Object[] copy = refs.clone();
        refs = null;
        System.gc();
        int nulls = 0;
        for (Object o : copy) if (o == null) nulls++;
        System.out.println(nulls + " " + ((byte[]) copy[99]).length + " " + ((byte[]) copy[99])[99]);
        int[][] matrix = new int[300][300];
        for (int i = 0; i < 300; i++) for (int j = 0; j < 300; j++) matrix[i][j] = i ^ j;
        int x = 0;
        for (int[] row : matrix) x = x * 31 + Arrays.hashCode(row);
        System.out.println(x);
        StringBuilder s = new StringBuilder();
        for (int i = 0; i < 100_000; i++) s.append((char) ('a' + i % 26));
        String t = s.toString();
        System.out.println(t.hashCode() + " " + t.substring(99_990) + " " + (t + t).length() + " " + t.indexOf("zab", 50_000));
    }
}
