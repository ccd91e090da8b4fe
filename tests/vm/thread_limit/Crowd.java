import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** As many threads as it is told, alive at once. An OutOfMemoryError on the way is survived, and says so. */
public class Crowd {
    public static void main(String[] args) throws Exception {
        int wanted = Integer.parseInt(args[0]);
        long stack = Long.parseLong(args[1]);
        CountDownLatch leave = new CountDownLatch(1);
        List<Thread> crowd = new ArrayList<>();
        String refusal = null;
        while (crowd.size() < wanted && refusal == null) {
            Thread member = new Thread(null, () -> {
                try {
                    leave.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }, "member", stack);
            try {
                member.start();
                crowd.add(member);
            } catch (OutOfMemoryError e) {
                refusal = e.getMessage() + "; it is " + member.getState();
            }
        }
        System.out.println(refusal == null ? crowd.size() + " threads" : "more than 10: " + (crowd.size() > 10) + ", then: " + refusal);
        leave.countDown();
        for (Thread member : crowd) {
            member.join();
        }
        Thread next = new Thread(() -> System.out.println("and one more"));
        next.start();
        next.join();
    }
}
