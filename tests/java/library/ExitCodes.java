// Runtime.halt skips hooks; the exit code is the low byte.
public class ExitCodes {
    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("must not run")));
        System.out.println("halting");
        System.out.flush();
        Runtime.getRuntime().halt(-1);
    }
}
