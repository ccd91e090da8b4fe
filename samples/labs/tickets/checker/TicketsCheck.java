import java.io.OutputStream;
import java.io.PrintStream;

/** Two desks sell three seats. */
public class TicketsCheck {
    public static void main(String[] args) throws InterruptedException {
        PrintStream stdout = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        int[] sold = new int[2];
        Thread left = new Thread(() -> sold[0] = desk(), "left");
        Thread right = new Thread(() -> sold[1] = desk(), "right");
        left.start();
        right.start();
        left.join();
        right.join();
        stdout.println(args[0] + " " + verdict(sold[0] + sold[1]));
        stdout.flush();
    }

    static int desk() {
        int sold = 0;
        // A desk that is never told to stop sells more seats than there are.
        while (sold < 4 && Tickets.sell()) {
            sold++;
        }
        return sold;
    }

    static String verdict(int sold) {
        if (sold != 3) {
            return sold > 3 ? "twice" : "unsold";
        }
        return ("" + Tickets.free).equals("0") && ("" + Tickets.sold).equals("3") ? "good" : "books";
    }
}
