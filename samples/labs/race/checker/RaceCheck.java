/** Calls Race.add by two threads, then once more, and looks at the counter. */
public class RaceCheck {
    public static void main(String[] args) throws InterruptedException {
        Output own = new Output(args[0]);
        Thread one = new Thread(Race::add, "one");
        Thread two = new Thread(Race::add, "two");
        one.start();
        two.start();
        one.join();
        two.join();
        String both = "" + Race.counter;
        Race.add();
        String last = "" + Race.counter;
        own.say(both.equals("2") && last.equals("3") ? "good" : both.equals(last) ? "fixed" : "lost " + both + " " + last);
    }

    /** What the lab prints goes nowhere; the last word is the checker's. */
    static class Output {
        private final java.io.PrintStream stdout = System.out;
        private final String token;

        Output(String token) {
            this.token = token;
            System.setOut(new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));
        }

        void say(String what) {
            stdout.println(token + " " + what);
            stdout.flush();
        }
    }
}
