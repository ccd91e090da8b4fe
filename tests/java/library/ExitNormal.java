import java.io.*;

// The VM waits for the last non-daemon thread, then runs hooks and ends with 0; a daemon and a deleted-on-exit file do not hold it.
public class ExitNormal {
    public static void main(String[] args) throws Exception {
        File f = File.createTempFile("exit", ".tmp", new File("."));
        f.deleteOnExit();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook " + f.exists())));
        Thread daemon = new Thread(() -> {
            synchronized (f) {
                while (true) {
                    try {
                        f.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        Thread main = Thread.currentThread();
        new Thread(() -> {
            try {
                main.join();
                System.out.println("main has ended: " + main.getState());
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        }).start();
        System.out.println("main ends");
    }
}
