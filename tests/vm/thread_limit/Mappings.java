import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Prints how many more mappings, and how many more KB in memory, the process has once so many threads wait as the first argument says. */
public class Mappings {
    private static int mappings() throws Exception {
        return Files.readAllLines(Path.of("/proc/self/maps")).size();
    }

    private static int residentKb() throws Exception {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Integer.parseInt(line.replaceAll("\\D", ""));
            }
        }
        throw new AssertionError("no VmRSS");
    }

    /** Returns the threads once all of them run. */
    private static List<Thread> start(int count, CountDownLatch leave) throws Exception {
        CountDownLatch running = new CountDownLatch(count);
        List<Thread> crowd = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Thread member = new Thread(() -> {
                running.countDown();
                try {
                    leave.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            member.start();
            crowd.add(member);
        }
        running.await();
        return crowd;
    }

    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        CountDownLatch leave = new CountDownLatch(1);
        // The first threads load classes and make malloc's arenas, which have mappings of their own.
        List<Thread> crowd = start(32, leave);
        int before = mappings();
        int residentBefore = residentKb();
        crowd.addAll(start(count, leave));
        System.out.println((mappings() - before) + " " + (residentKb() - residentBefore));
        leave.countDown();
        for (Thread member : crowd) {
            member.join();
        }
    }
}
