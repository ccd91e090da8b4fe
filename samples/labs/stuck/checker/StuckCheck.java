import java.io.OutputStream;
import java.io.PrintStream;

/** Two guests take two forks from both sides; then two who share no fork must be able to eat at once. */
public class StuckCheck {
    static final Stuck.Fork third = new Stuck.Fork();
    static final Stuck.Fork fourth = new Stuck.Fork();

    public static void main(String[] args) throws InterruptedException {
        PrintStream stdout = System.out;
        Table table = new Table();
        System.setOut(table);
        table.together(new Thread(() -> Stuck.eat(Stuck.left, Stuck.right), "Ada"), new Thread(() -> Stuck.eat(Stuck.right, Stuck.left), "Bob"));
        String complaint = table.complaint;
        if (complaint == null && table.meals == 2) {
            stdout.println(args[0] + " phase table");
            table.waitsForBoth = true;
            table.together(new Thread(() -> Stuck.eat(Stuck.left, Stuck.right), "Cyd"), new Thread(() -> Stuck.eat(third, fourth), "Dan"));
            complaint = table.meals == 4 ? table.complaint : "hungry";
        } else if (complaint == null) {
            complaint = "hungry";
        }
        stdout.println(args[0] + " " + (complaint == null ? "good" : complaint));
        stdout.flush();
    }

    /** Who eats prints a line, and holds both forks while doing so. */
    static class Table extends PrintStream {
        String complaint;
        int meals;
        boolean waitsForBoth;
        private final Object monitor = new Object();

        Table() {
            super(OutputStream.nullOutputStream());
        }

        void together(Thread... guests) throws InterruptedException {
            for (Thread guest : guests) {
                guest.start();
            }
            for (Thread guest : guests) {
                guest.join();
            }
        }

        private boolean has(Object one, Object two) {
            return Thread.holdsLock(one) && Thread.holdsLock(two);
        }

        @Override
        public void println(String line) {
            String guest = Thread.currentThread().getName();
            boolean has_forks = guest.equals("Dan") ? has(third, fourth) : has(Stuck.left, Stuck.right);
            synchronized (monitor) {
                complaint = has_forks ? complaint : "fork";
                meals++;
                monitor.notifyAll();
                // The other one has to come, too, while this one has its forks.
                while (waitsForBoth && meals < 4) {
                    try {
                        monitor.wait();
                    } catch (InterruptedException interrupted) {
                        complaint = "interrupted";
                        return;
                    }
                }
            }
        }
    }
}
