/** String.format in a loop: integers, texts, floating-point numbers, widths and flags. */
public final class FormatLoop {
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5000;
        long check = 0;
        long start = System.nanoTime();
        for (int k = 0; k < rounds; k++) {
            String s = String.format("%5d|%-8s|%08x|%,d|%.3f|%s%n", k, "name" + k % 10, k * 31, k * 1000003L, k / 7.0, k % 3 == 0 ? null : k);
            check = check * 31 + s.hashCode();
        }
        System.out.println("time " + (System.nanoTime() - start) + " check " + check);
    }
}
