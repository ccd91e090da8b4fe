import java.util.*;

// A solver with bit masks, back-tracking and text in and out.
public class Sudoku {
    static int[] rows = new int[9], cols = new int[9], boxes = new int[9];
    static int tries;
    static boolean solve(char[] g, int at) {
        while (at < 81 && g[at] != '.') at++;
        if (at == 81) return true;
        int r = at / 9, c = at % 9, b = r / 3 * 3 + c / 3;
        for (int free = 0x1ff & ~(rows[r] | cols[c] | boxes[b]); free != 0; free &= free - 1) {
            int bit = Integer.lowestOneBit(free);
            tries++;
            rows[r] |= bit;
            cols[c] |= bit;
            boxes[b] |= bit;
            g[at] = (char) ('1' + Integer.numberOfTrailingZeros(bit));
            if (solve(g, at + 1)) return true;
            g[at] = '.';
            rows[r] &= ~bit;
            cols[c] &= ~bit;
            boxes[b] ^= bit;
        }
        return false;
    }

    public static void main(String[] args) throws Exception {
        char[] g = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".toCharArray();
        for (int i = 0; i < 81; i++) {
            if (g[i] == '.') continue;
            int bit = 1 << g[i] - '1';
            rows[i / 9] |= bit;
            cols[i % 9] |= bit;
            boxes[i / 27 * 3 + i % 9 / 3] |= bit;
        }
        System.out.println(solve(g, 0) + " " + tries);
        System.out.println(String.valueOf(g)); // expect: 534678912672195348198342567859761423426853791713924856961537284287419635345286179
    }
}
