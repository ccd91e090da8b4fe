// run: -XX:+IgnoreUnrecognizedVMOptions -XX:ThreadModel=1:1 -XX:-UseBoundThreads -XX:-PrintWarnings
import java.nio.file.Files;
import java.nio.file.Path;

// Where a Java thread is one of the kernel's, the kernel knows it by its Java name (15 bytes of it), also after setName by the thread itself.
public class KernelNames {
    static String kernelName() throws Exception { return Files.readString(Path.of("/proc/thread-self/comm")).strip(); }

    static void inThread(String name, String newName) throws Exception {
        Thread thread = new Thread(() -> {
            try {
                String before = kernelName();
                Thread.currentThread().setName(newName);
                System.out.println(before + " -> " + kernelName() + " = " + Thread.currentThread().getName());
            } catch (Exception e) {
                System.out.println(e);
            }
        }, name);
        thread.start();
        thread.join();
    }

    public static void main(String[] args) throws Exception {
        inThread("short", "other");
        inThread("a name that is too long", "another one that is too long");
        inThread("fünf", "Größenwahnsinnig");
        inThread("", "not empty");
    }
}
