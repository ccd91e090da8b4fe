import java.lang.reflect.Array;
import java.util.Arrays;

// multianewarray: full and partial dimensions, a zero in the middle, a negative anywhere, and sharing of rows.
public class MultiDimensional {
    static void negative(int a, int b, int c) {
        try {
            int[][][] x = new int[a][b][c];
            System.out.println("made " + x.length);
        } catch (NegativeArraySizeException e) {
            System.out.println("NegativeArraySizeException: " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        int[][] grid = new int[3][4];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 4; j++) {
                grid[i][j] = i * 10 + j;
            }
        }
        System.out.println(Arrays.deepToString(grid));
        double[][][] partial = new double[2][3][];
        System.out.println(partial[1].length + " " + partial[1][2] + " " + partial.getClass().getName() + " " + partial[0].getClass().getName()); // expect: 3 null [[[D [[D
        partial[1][2] = new double[] {1.5};
        System.out.println(Arrays.deepToString(partial));
        String[][][][] many = new String[2][2][2][2];
        many[1][0][1][0] = "here";
        System.out.println(Arrays.deepToString(many));
        negative(2, 0, -1);
        negative(0, -5, 1);
        negative(-3, -2, -1);
        negative(2, 0, 5);
        int[][] rows = {new int[2], null};
        rows[1] = rows[0];
        rows[1][1] = 7;
        System.out.println(rows[0][1]); // expect: 7
        int[][] copy = grid.clone();
        copy[0] = new int[] {9};
        copy[1][1] = 99;
        System.out.println(grid[0].length + " " + grid[1][1]);
        Object made = Array.newInstance(long.class, 2, 3);
        Array.setLong(((Object[]) made)[1], 2, 77);
        System.out.println(Arrays.deepToString((long[][]) made) + " " + Array.get(((Object[]) made)[1], 2));
        Object self[] = new Object[2];
        self[0] = self;
        self[1] = new int[][] {{1}};
        System.out.println(Arrays.deepToString(self));
        byte[][][][][][] six = new byte[1][2][1][2][1][3];
        System.out.println(six[0][1][0][1][0].length + " " + six.getClass());
        long sum = 0;
        int[][] tri = new int[50][];
        for (int i = 0; i < 50; i++) {
            tri[i] = new int[i + 1];
            for (int j = 0; j <= i; j++) {
                sum += tri[i][j] = j == 0 || j == i ? 1 : tri[i - 1][j - 1] + tri[i - 1][j];
            }
        }
        System.out.println(sum);
    }
}
