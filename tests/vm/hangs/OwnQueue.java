import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Tasks that wait for tasks of the same pool. */
public class OwnQueue {
    static int outer(ExecutorService pool) throws Exception {
        return pool.submit(() -> 1).get();  // @get
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(args.length > 0 ? 4 : 2);
        Future<Integer> one = pool.submit(() -> outer(pool));
        Future<Integer> two = pool.submit(() -> outer(pool));
        System.out.println(one.get() + two.get());  // @main
        pool.shutdown();
    }
}
