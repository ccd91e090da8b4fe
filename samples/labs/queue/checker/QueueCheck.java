import java.io.OutputStream;
import java.io.PrintStream;

/** Three threads pass; c is started first. Each has to print its own name, in the order of the names. */
public class QueueCheck {
    public static void main(String[] args) throws InterruptedException {
        PrintStream stdout = System.out;
        Listener listener = new Listener();
        System.setOut(listener);
        Thread[] threads = {new Thread(Queue::pass, "c"), new Thread(Queue::pass, "b"), new Thread(Queue::pass, "a")};
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        stdout.println(args[0] + " " + listener.verdict());
        stdout.flush();
    }

    static class Listener extends PrintStream {
        private String names = "";
        private boolean isForeign;

        Listener() {
            super(OutputStream.nullOutputStream());
        }

        @Override
        public synchronized void println(String name) {
            isForeign |= !Thread.currentThread().getName().equals(name);
            names += name;
        }

        synchronized String verdict() {
            if (isForeign) {
                return "foreign";
            }
            return names.equals("abc") ? "good" : names.length() < 3 ? "missing" : "order " + names;
        }
    }
}
