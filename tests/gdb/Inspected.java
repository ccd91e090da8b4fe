/** What the gdb test looks at. The break is at the call of seen(). */
public class Inspected {
    static final String GREETING = "hello from a static";
    static int calls = 3;
    final String name;
    final int[] numbers = {7, 8, 9};
    final long big = 1L << 40;
    final char letter = 'x';

    Inspected(String name) {
        this.name = name;
    }

    int seen(int argument) {
        return argument + numbers.length;
    }

    int look(int argument) {
        int hash = System.identityHashCode(numbers);
        synchronized (this) {
            boolean held = Thread.holdsLock(this); // the test waits for this before it sets its costly breakpoint
            return seen(argument) + (held ? 0 : hash);
        }
    }

    public static void main(String[] args) {
        System.out.println(new Inspected("the inspected one").look(39));
    }
}
