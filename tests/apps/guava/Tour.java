// Parts of Guava and RxJava that lean on the VM: soft and weak references, threads, reflection, hashing with Unsafe.

import com.google.common.base.CharMatcher;
import com.google.common.base.Joiner;
import com.google.common.base.Splitter;
import com.google.common.base.Stopwatch;
import com.google.common.base.Throwables;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.collect.*;
import com.google.common.eventbus.EventBus;
import com.google.common.eventbus.Subscribe;
import com.google.common.graph.GraphBuilder;
import com.google.common.graph.Graphs;
import com.google.common.graph.MutableGraph;
import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import com.google.common.hash.Hashing;
import com.google.common.math.BigIntegerMath;
import com.google.common.primitives.UnsignedLongs;
import com.google.common.reflect.ClassPath;
import com.google.common.reflect.Reflection;
import com.google.common.reflect.TypeToken;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.ListeningExecutorService;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.Striped;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class Tour {
    static class Listener {
        int integers;

        @Subscribe
        public void on(Integer n) {
            integers += n;
        }

        @Subscribe
        public void onText(String text) {
            System.out.println("event " + text);
        }
    }

    interface Named {
        String name(int n);
    }

    public static void main(String[] args) throws Exception {
        Stopwatch watch = Stopwatch.createStarted();
        Multimap<Integer, String> byLength = Multimaps.index(Splitter.on(CharMatcher.anyOf(" ,")).omitEmptyStrings().split("the quick, brown fox"), String::length);
        System.out.println(byLength + " " + ImmutableSortedMap.of("b", 2, "a", 1) + HashBasedTable.create() + ImmutableRangeSet.of(Range.closedOpen(1, 5)).complement());
        System.out.println(Sets.powerSet(ImmutableSet.of(1, 2, 3)).size() + " " + Lists.cartesianProduct(List.of(1, 2), List.of(3)) + TreeMultiset.create(List.of("x", "y", "x")) + HashBiMap.create(Map.of("k", "v")).inverse());
        LoadingCache<Integer, byte[]> cache = CacheBuilder.newBuilder().maximumSize(50).softValues().recordStats().build(CacheLoader.from(n -> new byte[n]));
        for (int i = 0; i < 500; i++) {
            cache.get(i % 70);
        }
        System.out.println(cache.size() + " " + cache.stats().missCount());
        System.out.println(Hashing.sha256().hashString("text", StandardCharsets.UTF_8) + " " + Hashing.murmur3_128(1).hashLong(42) + " " + Hashing.crc32c().hashBytes(new byte[100]) + " " + Hashing.farmHashFingerprint64().hashInt(3)
            + " " + Hashing.sipHash24().hashUnencodedChars("abc"));
        BloomFilter<Integer> bloom = BloomFilter.create(Funnels.integerFunnel(), 1000);
        for (int i = 0; i < 1000; i++) {
            bloom.put(i);
        }
        System.out.println(bloom.mightContain(500) + " " + bloom.approximateElementCount());
        EventBus bus = new EventBus();
        Listener listener = new Listener();
        bus.register(listener);
        bus.post(3);
        bus.post("text");
        bus.post(4);
        System.out.println(listener.integers);
        MutableGraph<Integer> graph = GraphBuilder.directed().build();
        for (int i = 1; i < 20; i++) {
            graph.putEdge(i, i / 2);
        }
        System.out.println(Graphs.hasCycle(graph) + " " + Graphs.reachableNodes(graph, 19) + " " + Graphs.transitiveClosure(graph).edges().size());
        futures();
        Named named = Reflection.newProxy(Named.class, (proxy, method, arguments) -> method.getName() + arguments[0]);
        System.out.println(named.name(7) + " " + new TypeToken<List<Map<String, int[]>>>() {}.resolveType(List.class.getMethod("get", int.class).getGenericReturnType()));
        System.out.println(ClassPath.from(Tour.class.getClassLoader()).getTopLevelClasses("com.google.common.escape").size() + " " + Interners.newWeakInterner().intern("x") + Joiner.on('&').withKeyValueSeparator("=").join(Map.of("k", 1)));
        System.out.println(BigIntegerMath.factorial(30) + " " + UnsignedLongs.toString(-1) + " " + Throwables.getRootCause(new Error(new RuntimeException("root"))).getMessage());
        rx();
        System.out.println(watch.elapsed(TimeUnit.NANOSECONDS) > 0);
    }

    static void futures() throws Exception {
        ListeningExecutorService pool = MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(3));
        Striped<java.util.concurrent.locks.Lock> locks = Striped.lazyWeakLock(4);
        List<ListenableFuture<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int n = i;
            all.add(Futures.transform(pool.submit(() -> {
                var lock = locks.get(n);
                lock.lock();
                try {
                    return n;
                } finally {
                    lock.unlock();
                }
            }), x -> x * x, pool));
        }
        System.out.println(Futures.allAsList(all).get(60, TimeUnit.SECONDS));
        System.out.println(MoreExecutors.shutdownAndAwaitTermination(pool, 30, TimeUnit.SECONDS));
    }

    static void rx() {
        System.out.println(Flowable.range(1, 100).flatMap(n -> Flowable.just(n).subscribeOn(Schedulers.computation()).map(x -> x * x)).reduce(0, Integer::sum).blockingGet());
        System.out.println(Observable.interval(1, TimeUnit.MILLISECONDS).take(5).zipWith(Observable.just("a", "b", "c", "d", "e"), (n, s) -> s + n).toList().blockingGet());
        System.out.println(Flowable.rangeLong(1, 5000).onBackpressureBuffer().observeOn(Schedulers.io()).window(1000).concatMapSingle(Flowable::count).toList().blockingGet());
        System.out.println(Observable.error(new IllegalStateException("x")).retry(2).onErrorReturn(Throwable::getMessage).blockingFirst());
    }
}
