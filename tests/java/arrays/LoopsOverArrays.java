import java.util.*;

// Matrix product, bubble sort, life and permutations over arrays of different types: tight loops with all the array instructions.
public class LoopsOverArrays {
    static int permutations(int[] a, int k, long[] hash) {
        if (k == a.length) {
            for (int x : a) hash[0] = hash[0] * 7 + x;
            return 1;
        }
        int n = 0;
        for (int i = k; i < a.length; i++) {
            int t = a[k];
            a[k] = a[i];
            a[i] = t;
            n += permutations(a, k + 1, hash);
            a[i] = a[k];
            a[k] = t;
        }
        return n;
    }

    public static void main(String[] args) throws Exception {
        double[][] m = new double[12][12];
        for (int i = 0; i < 12; i++) for (int j = 0; j < 12; j++) m[i][j] = (i + 1.0) / (j + 2);
        double[][] r = m;
        for (int k = 0; k < 5; k++) {
            double[][] t = new double[12][12];
            for (int i = 0; i < 12; i++) for (int j = 0; j < 12; j++) for (int x = 0; x < 12; x++) t[i][j] += r[i][x] * m[x][j];
            r = t;
        }
        System.out.println(r[0][0] + " " + r[11][11]);
        boolean[][] life = new boolean[16][16];
        life[1][2] = life[2][3] = life[3][1] = life[3][2] = life[3][3] = true;
        for (int g = 0; g < 40; g++) {
            boolean[][] next = new boolean[16][16];
            for (int y = 0; y < 16; y++) {
                for (int x = 0; x < 16; x++) {
                    int n = 0;
                    for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) if ((dx | dy) != 0 && life[y + dy & 15][x + dx & 15]) n++;
                    next[y][x] = n == 3 || n == 2 & life[y][x];
                }
            }
            life = next;
        }
        StringBuilder s = new StringBuilder();
        for (boolean[] row : life) for (int x = 0; x < 16; x++) if (row[x]) s.append(x).append(' ');
        System.out.println(s);
        long[] hash = new long[1];
        System.out.println(permutations(new int[] {1, 2, 3, 4, 5, 6}, 0, hash) + " " + hash[0]);
        char[] cs = "bubble sort of characters".toCharArray();
        for (int i = 0; i < cs.length; i++) for (int j = 1; j < cs.length - i; j++) if (cs[j - 1] > cs[j]) { char t = cs[j]; cs[j] = cs[j - 1]; cs[j - 1] = t; }
        short[] ss = new short[100];
        float[] fs = new float[100];
        for (int i = 0; i < 100; i++) { ss[i] = (short) (i * i * i); fs[i] = ss[i] / 7f; }
        System.out.println(new String(cs) + " " + Arrays.hashCode(ss) + " " + Arrays.hashCode(fs));
    }
}
