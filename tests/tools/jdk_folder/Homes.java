import java.util.concurrent.TimeUnit;

/** Says whose VM runs it, and whose VM a child has that is started as tools start one. */
public class Homes {
    public static void main(String[] args) throws Exception {
        System.out.println(System.getProperty("java.vm.name") + " at " + System.getProperty("java.home"));
        if (args.length == 0) {
            String java = System.getProperty("java.home") + "/bin/java";
            Process child = new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), "Homes", "child").inheritIO().start();
            System.out.println(child.waitFor(60, TimeUnit.SECONDS) ? "child ended with " + child.exitValue() : "child does not end");
        }
    }
}
