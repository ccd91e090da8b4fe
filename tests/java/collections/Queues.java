import java.util.*;

// PriorityQueue against a sort, Dijkstra on a small grid, BitSet as a sieve, iterators over both.
public class Queues {
    public static void main(String[] args) throws Exception {
        PriorityQueue<long[]> queue = new PriorityQueue<>((a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(b[1], a[1]));
        long seed = 99;
        List<long[]> all = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            seed = seed * 6364136223846793005L + 1;
            long[] item = {(seed >>> 40) % 50, i};
            queue.add(item);
            all.add(item);
        }
        all.sort(queue.comparator());
        boolean same = true;
        for (long[] item : all) same &= queue.poll() == item;
        System.out.println(same + " " + queue.isEmpty() + " " + queue.poll());
        int n = 20;
        int[][] cost = new int[n][n];
        for (int[] row : cost) for (int j = 0; j < n; j++) row[j] = (int) ((seed = seed * 31 + 7) >>> 60) + 1;
        int[][] best = new int[n][n];
        for (int[] row : best) Arrays.fill(row, Integer.MAX_VALUE);
        PriorityQueue<int[]> open = new PriorityQueue<>(Comparator.comparingInt(x -> x[0]));
        open.add(new int[] {0, 0, 0});
        while (!open.isEmpty()) {
            int[] at = open.remove();
            if (best[at[1]][at[2]] <= at[0]) continue;
            best[at[1]][at[2]] = at[0];
            int[][] steps = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
            for (int[] s : steps) {
                int x = at[1] + s[0], y = at[2] + s[1];
                if (x >= 0 && y >= 0 && x < n && y < n) open.add(new int[] {at[0] + cost[x][y], x, y});
            }
        }
        System.out.println(best[n - 1][n - 1] + " " + best[0][n - 1]);
        BitSet sieve = new BitSet();
        sieve.set(2, 3000);
        for (int i = 2; i * i < 3000; i++) if (sieve.get(i)) for (int j = i * i; j < 3000; j += i) sieve.clear(j);
        System.out.println(sieve.cardinality() + " " + sieve.nextSetBit(1000) + " " + sieve.previousClearBit(13) + " " + sieve.length() + " " + sieve.hashCode());
        BitSet odd = new BitSet();
        for (int i = 1; i < 200; i += 2) odd.flip(i);
        odd.andNot(sieve);
        odd.or(BitSet.valueOf(new long[] {1L << 40, -1L >>> 60}));
        odd.xor(sieve.get(0, 30));
        System.out.println(odd + " " + odd.intersects(sieve) + " " + Arrays.toString(odd.toLongArray()));
        try {
            odd.set(-1);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
