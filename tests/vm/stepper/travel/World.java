import java.net.ServerSocket;

/** Does what another run would not see again. */
public class World {
    static void done() {
        System.out.println("done");
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("socket")) {
            new ServerSocket(0).close();
        } else {
            System.out.println(System.in.read());
        }
        done();
    }
}
