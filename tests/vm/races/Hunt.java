/** Both fail in one way only: another thread comes between two accesses that race, of the thousands that a run has. */
public class Hunt {
    static int next;
    static int[] free = {3};
    static int[] taken = new int[2];

    static void work(int seed) {
        int[] own = new int[50];
        for (int i = 0; i < own.length; i++) {
            own[i] = seed + i;
        }
    }

    static int ticket() {
        int mine = next;
        next = mine + 1;
        return mine;
    }

    static int seat() {
        int left = free[0];
        free[0] = left - 1;
        return left;
    }

    public static void main(String[] args) throws Exception {
        boolean tickets = args[0].equals("tickets");
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                work(number);
                taken[number] = tickets ? ticket() : seat();
                work(number);
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (taken[0] == taken[1]) {
            throw new IllegalStateException("twice " + taken[0]);
        }
        System.out.println("done");
    }
}
