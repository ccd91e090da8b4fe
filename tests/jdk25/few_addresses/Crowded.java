import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;

/** Threads until one is refused or there are enough; then classes and code that nobody has needed yet; then all of them end. */
public class Crowded {
    public static void main(String[] args) throws Exception {
        Thread.Builder builder = args[0].equals("virtual") ? Thread.ofVirtual() : Thread.ofPlatform();
        int wanted = Integer.parseInt(args[1]);
        CountDownLatch leave = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        String refusal = null;
        while (threads.size() < wanted && refusal == null) {
            Thread thread = builder.unstarted(() -> {
                try {
                    leave.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            try {
                thread.start();
                threads.add(thread);
            } catch (OutOfMemoryError e) {
                refusal = e.getMessage();
            }
        }
        System.out.println(refusal + " " + (threads.size() == wanted));
        System.out.println(new TreeMap<>(Map.of("a", 1, "b", 2)).descendingMap() + " " + String.format("%08.3f", 3.5));
        System.out.println(Pattern.compile("a+(b|c)").matcher("aab").matches() + " " + java.time.LocalDate.of(2026, 1, 2).plusDays(40));
        leave.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("all have ended");
    }
}
