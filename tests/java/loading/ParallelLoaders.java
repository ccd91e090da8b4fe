import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

// Many threads load the same classes: loaders that are parallel capable and that are not, two loaders that delegate to each other, classes whose
// supers wait for each other, duplicate definitions in a race. Nothing deadlocks, each class exists once (JVMS 5.3, 5.3.5; ClassLoader).
public class ParallelLoaders {
    public static class A extends B { public Object next = new C(); }
    public static class B implements X { }
    public static class C extends D { public Object next = new E(); }
    public static class D implements X { }
    public static class E extends B { }
    public interface X extends Y { }
    public interface Y { }
    static final String[] NAMES = {"A", "B", "C", "D", "E", "X", "Y"};

    static byte[] bytes(String name) throws ClassNotFoundException {
        try (InputStream in = ParallelLoaders.class.getResourceAsStream(name + ".class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    static boolean isOurs(String name) { return name.startsWith("ParallelLoaders$") && name.length() == 17; }

    /** Uses the lock that the library has for it, and counts. */
    static class Capable extends ClassLoader {
        static { registerAsParallelCapable(); }
        final AtomicInteger defined = new AtomicInteger();
        final Set<String> holding = ConcurrentHashMap.newKeySet();

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (Thread.holdsLock(this)) holding.add("self");
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null || !isOurs(name)) return known != null ? known : super.loadClass(name, resolve);
                defined.incrementAndGet();
                byte[] b = bytes(name);
                return defineClass(name, b, 0, b.length);
            }
        }
    }

    /** Not registered: the VM locks it for loadClass. */
    static class Serial extends ClassLoader {
        final AtomicInteger defined = new AtomicInteger(), inside = new AtomicInteger();
        volatile boolean overlapped, unlocked;

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            if (!isOurs(name)) return super.loadClass(name);
            unlocked |= !Thread.holdsLock(this);
            overlapped |= inside.incrementAndGet() > 1 && !Thread.holdsLock(this);
            try {
                Class<?> known = findLoadedClass(name);
                if (known != null) return known;
                defined.incrementAndGet();
                byte[] b = bytes(name);
                return defineClass(name, b, 0, b.length);
            } finally {
                inside.decrementAndGet();
            }
        }
    }

    /** Takes no lock at all: races are decided by the VM, the losers see a LinkageError and take the winner's class. */
    static class Lawless extends ClassLoader {
        static { registerAsParallelCapable(); }
        final AtomicInteger duplicates = new AtomicInteger();

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!isOurs(name)) return super.loadClass(name, resolve);
            Class<?> known = findLoadedClass(name);
            if (known != null) return known;
            try {
                byte[] b = bytes(name);
                return defineClass(name, b, 0, b.length);
            } catch (LinkageError e) {
                duplicates.incrementAndGet();
                Class<?> winner = findLoadedClass(name);
                if (winner == null || !e.getMessage().contains("attempted duplicate")) throw e;
                return winner;
            }
        }
    }

    /** Gives half of the names to a partner, which gives the other half back. */
    static class Partner extends Capable {
        static { registerAsParallelCapable(); }
        final String mine;
        Partner other;
        Partner(String mine) { this.mine = mine; }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (isOurs(name) && mine.indexOf(name.charAt(16)) < 0) return other.loadClass(name, resolve);
            return super.loadClass(name, resolve);
        }
    }

    interface Job { Object run(int thread) throws Throwable; }

    static Set<Object> inThreads(int count, Job job) throws Exception {
        Set<Object> results = ConcurrentHashMap.newKeySet();
        CyclicBarrier start = new CyclicBarrier(count);
        CountDownLatch done = new CountDownLatch(count);
        for (int k = 0; k < count; k++) {
            int mine = k;
            Thread t = new Thread(() -> {
                try {
                    start.await();
                    results.add(job.run(mine));
                } catch (Throwable e) {
                    results.add(e.toString().replaceAll("@[0-9a-f]+", "@HASH"));
                } finally {
                    done.countDown();
                }
            });
            t.setDaemon(true);
            t.start();
        }
        if (!done.await(60, TimeUnit.SECONDS)) System.out.println("deadlock");
        return results;
    }

    static void race(String what, int threads, ClassLoader... loaders) throws Exception {
        for (String name : NAMES) {
            Set<Object> seen = inThreads(threads, k -> Class.forName("ParallelLoaders$" + name, true, loaders[k % loaders.length]));
            if (seen.size() != 1 || !(seen.iterator().next() instanceof Class)) System.out.println(what + " " + name + " " + seen);
        }
    }

    static void raceAnyOrder(String what, int threads, ClassLoader... loaders) throws Exception {
        Set<Object> wrong = inThreads(threads, k -> {
            TreeSet<String> supers = new TreeSet<>();
            for (int i = 0; i < NAMES.length; i++) {
                Class<?> c = Class.forName("ParallelLoaders$" + NAMES[(i + k) % NAMES.length], true, loaders[k % loaders.length]);
                if (!c.isInterface() && c.getName().charAt(16) != 'C') c.getConstructor().newInstance();
                if (!c.isInterface()) supers.add(c.getSuperclass().getName().substring(10));
            }
            return supers.toString();
        });
        System.out.println(what + ": " + wrong);
    }

    public static void main(String[] args) throws Exception {
        Capable capable = new Capable();
        race("capable", 8, capable);
        System.out.println("capable: " + capable.defined + " defined, locked " + capable.holding);
        Capable mixed = new Capable();
        raceAnyOrder("capable, any order", 7, mixed);
        System.out.println("defined " + mixed.defined);
        Serial serial = new Serial();
        race("serial", 8, serial);
        System.out.println("serial: " + serial.defined + " defined, overlapped " + serial.overlapped + ", unlocked " + serial.unlocked);
        Serial serialMixed = new Serial();
        raceAnyOrder("serial, any order", 7, serialMixed);
        System.out.println("defined " + serialMixed.defined);
        for (int round = 0; round < 20; round++) {
            Lawless lawless = new Lawless();
            Set<Object> results = inThreads(4, k -> Class.forName("ParallelLoaders$A", true, lawless));
            if (results.size() != 1 || results.iterator().next() instanceof String) System.out.println("lawless: " + results);
        }
        for (int round = 0; round < 10; round++) {
            Partner odd = new Partner("ACEX"), even = new Partner("BDY");
            odd.other = even;
            even.other = odd;
            Set<Object> results = inThreads(4, k -> Class.forName("ParallelLoaders$" + "ABCD".charAt(k), true, k % 2 == 0 ? odd : even).getName().substring(16));
            if (!new TreeSet<Object>(results).toString().equals("[A, B, C, D]")) System.out.println("partners: " + results);
        }
        System.out.println("done");
    }
}
