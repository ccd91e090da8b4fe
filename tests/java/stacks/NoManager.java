// run: -Djava.security.manager=no.such.Manager
// The start of the VM ends by an exception with a cause, which the VM prints itself.
public class NoManager {
    public static void main(String[] args) {
        System.out.println("not reached");
    }
}
