// An uncaught exception of main: trace on stderr, exit code 1, after other threads have ended; hooks run.
public class Uncaught {
    static class Mine extends RuntimeException {
        Mine(Throwable cause) { super(cause); }
    }

    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        Thread t = new Thread(() -> System.out.println("other thread"));
        t.start();
        t.join();
        System.out.println("before");
        try {
            Object o = "x";
            Integer i = (Integer) o;
        } catch (ClassCastException e) {
            throw new Mine(e);
        } finally {
            System.out.println("finally");
        }
    }
}
