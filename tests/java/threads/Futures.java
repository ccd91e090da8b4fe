import java.util.concurrent.*;
import java.util.stream.*;

// CompletableFuture: chains, combination, exceptions and their wrapping, time-outs, allOf and anyOf.
public class Futures {
    static <T> void show(String name, CompletableFuture<T> f) {
        try {
            System.out.println(name + " " + f.get(20, TimeUnit.SECONDS));
        } catch (Exception e) {
            System.out.println(name + " " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> 20, pool), b = CompletableFuture.supplyAsync(() -> 22, pool);
        show("combine", a.thenCombine(b, Integer::sum));
        show("compose", a.thenCompose(x -> CompletableFuture.supplyAsync(() -> x * 2, pool)).thenApply(x -> "=" + x));
        CompletableFuture<Integer> bad = CompletableFuture.supplyAsync(() -> { throw new IllegalStateException("oops"); }, pool);
        show("bad", bad);
        show("after bad", bad.thenApply(x -> x + 1));
        show("handled", bad.handle((x, e) -> e instanceof CompletionException ? e.getCause().getMessage() : "raw " + e.getMessage()));
        show("exceptionally", bad.exceptionally(e -> -1).thenApplyAsync(x -> x * 10, pool));
        try {
            bad.join();
        } catch (CompletionException e) {
            System.out.println(e.getMessage());
        }
        CompletableFuture<?>[] many = IntStream.range(0, 20).mapToObj(i -> CompletableFuture.supplyAsync(() -> i * i, pool)).toArray(CompletableFuture[]::new);
        show("allOf", CompletableFuture.allOf(many).thenApply(v -> Stream.of(many).mapToInt(f -> (Integer) f.join()).sum()));
        show("anyOf", CompletableFuture.anyOf(CompletableFuture.completedFuture("first"), new CompletableFuture<>()));
        show("timeout", new CompletableFuture<String>().completeOnTimeout("late", 10, TimeUnit.MILLISECONDS));
        show("orTimeout", new CompletableFuture<String>().orTimeout(10, TimeUnit.MILLISECONDS));
        CompletableFuture<String> manual = new CompletableFuture<>();
        StringBuffer log = new StringBuffer();
        manual.thenAccept(s -> log.append("accept ").append(s)).thenRun(() -> log.append(" run"));
        System.out.println(manual.complete("x") + " " + manual.complete("y") + " " + log + " " + manual.isDone() + " " + bad.isCompletedExceptionally());
        pool.shutdown();
    }
}
