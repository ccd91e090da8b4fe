/** Two threads, each with as many rounds of nine instructions as the argument says: three of the condition, four of the sum, iinc and goto. */
public class Loop {
    static int sum(int rounds) {
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            sum += i;
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        int rounds = Integer.parseInt(args[0]);
        Thread other = new Thread(() -> sum(rounds));
        other.start();
        sum(rounds);
        other.join();
        System.out.println("processors " + Runtime.getRuntime().availableProcessors());
    }
}
