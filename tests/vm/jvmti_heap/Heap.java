// What the agent looks at. See run.
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

interface HeapBase {
    int INTERFACE_CONSTANT = Integer.parseInt("5");
    Object INTERFACE_OBJECT = new Object();
}

interface HeapMore extends HeapBase {
    Object MORE = new Object();
}

class HeapParent {
    static Object parentStatic = "text in a static";
    int parentInt = 3;
    Object parentObject;
    private long unused = 1L << 40;
}

class HeapNode extends HeapParent implements HeapMore, Comparable<HeapNode> {
    static int count = 77;
    static HeapNode first;
    HeapNode next;
    boolean flag = true;
    byte small = -2;
    char letter = 'x';
    short brief = 300;
    float real = 1.5f;
    double wide = 2.5;
    Object[] array;

    public int compareTo(HeapNode other) { return 0; }
}

public class Heap {
    enum Kind { ONE, TWO }
    record Pair<T extends Number>(T left, List<String> right) { }
    static abstract class Shape { abstract double area(); native int fast(); }

    static native void describe(Class<?> klass, boolean members);
    static native void loaded(ClassLoader loader);
    static native void tag(Object object, long tag);
    static native long tagOf(Object object);
    static native long freed(boolean sum);
    static native void withTags(long first, long second);
    static native void follow(Object start, Class<?> klass, int filter, boolean primitives);
    static native void iterate(Class<?> klass, int filter);
    static native void values(Class<?> klass);
    static native long dispose(Object[] objects);
    static native void old(Object start, Class<?> klass);
    static native void monitor(Object object, int hash);
    static native void wrong(Object object);

    static <T extends Comparable<T>> T generic(List<? super T> list, int... numbers) throws java.io.IOException {
        T last = null;
        for (int number : numbers) {
            String text = "n" + number;
            long wide = number;
            if (wide > 3) list.add(last);
        }
        return last;
    }

    static void classes() {
        describe(Pair.class, true);  // not linked yet
        Object[] used = {HeapNode.count, Kind.ONE, new Pair<>(1, null), new Shape() { double area() { return 1; } }, HeapMore.MORE, HeapBase.INTERFACE_OBJECT};
        describe(Heap.class, true);
        describe(HeapNode.class, true);
        describe(Kind.class, false);
        describe(Pair.class, true);
        describe(Shape.class, true);
        describe(HeapMore.class, false);
        for (Class<?> c : new Class<?>[] {int.class, void.class, int[].class, String[][].class, Object.class, Runnable.class, Map.Entry.class}) describe(c, false);
        loaded(Heap.class.getClassLoader());
    }

    static HeapNode build() {
        HeapNode a = new HeapNode();
        HeapNode b = new HeapNode();
        a.next = b;
        b.next = a;
        a.parentObject = a;
        b.array = new Object[] {a, b, "an element", new int[] {7, 8, 9}, null};
        HeapNode.first = b;
        tag(a, 1);
        tag(b, 2);
        tag(b.array, 3);
        tag(b.array[2], 4);
        tag(b.array[3], 5);
        tag(HeapNode.class, 10);
        tag(HeapParent.class, 11);
        tag(HeapMore.class, 12);
        tag(HeapParent.parentStatic, 13);
        tag(int[].class, 14);
        return a;
    }

    static void walks(HeapNode a) {
        follow(a, null, 0, false);
        follow(a, null, 0, true);
        follow(null, HeapNode.class, 0, false);
        follow(a, null, 4, false);
        follow(a, null, 16, false);
        iterate(HeapNode.class, 0);
        iterate(null, 8);
        iterate(int[].class, 8);
        old(a, HeapNode.class);
        withTags(1, 5);
    }

    static class Definer extends ClassLoader {
        Definer() { super(Heap.class.getClassLoader()); }
        Class<?> define(byte[] bytes) { return defineClass(null, bytes, 0, bytes.length); }
    }

    // The definition fails late: the loader stands for the name already, with its parent's class. The Class object was made by then.
    static void failedDefinition() throws Exception {
        Definer definer = new Definer();
        Class.forName("HeapParent", false, definer);
        try (InputStream file = Heap.class.getResourceAsStream("HeapParent.class")) {
            System.out.println(definer.define(file.readAllBytes()));
        } catch (LinkageError e) {
            System.out.println("a second HeapParent is refused");
        }
        values(Class.class);
    }

    static void disposed() {
        Object[] objects = new Object[20_000];
        for (int i = 0; i < objects.length; i++) objects[i] = new Object();
        long kept = dispose(objects);
        boolean isOurs = System.getProperty("java.vm.name").equals("minijvm");  // the JDK's VM keeps some 30 MB
        System.out.println("disposed environments keep " + (isOurs && kept > 24 ? kept + " MB" : "nothing"));  // tags: 48 MB, if they stayed
    }

    static void collections(HeapNode a) {
        List<Object> kept = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            Object object = new byte[i % 100];
            tag(object, 1000 + i);
            if (i % 3 == 0) kept.add(object);
            if (i % 500 == 0) System.gc();
        }
        long freed = 0;
        for (int i = 0; i < 200 && freed < 2000; i++) freed = freed(false);
        System.out.println("freed " + freed + ", their tags add up to " + freed(true));
        int right = 0;
        for (int i = 0; i < kept.size(); i++) {
            if (tagOf(kept.get(i)) == 1000 + 3 * i) right++;
        }
        System.out.println("still tagged " + right + " " + tagOf(a) + " " + tagOf(HeapNode.class) + " " + tagOf(new Object()));
        tag(a, 0);
        System.out.println("not any more " + tagOf(a));
    }

    static void monitors() throws Exception {
        Object lock = new Object();
        monitor(lock, System.identityHashCode(lock));
        synchronized (lock) {
            synchronized (lock) {
                monitor(lock, System.identityHashCode(lock));
            }
        }
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                }
            }
        });
        waiter.start();
        while (waiter.getState() != Thread.State.WAITING) Thread.sleep(1);
        Thread contender = new Thread(() -> {
            synchronized (lock) {
            }
        });
        synchronized (lock) {
            contender.start();
            while (contender.getState() != Thread.State.BLOCKED) Thread.sleep(1);
            monitor(lock, System.identityHashCode(lock));
        }
        waiter.interrupt();
        waiter.join();
        contender.join();
    }

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        classes();
        HeapNode a = build();
        walks(a);
        failedDefinition();
        collections(a);
        disposed();
        monitors();
        wrong(a);
    }
}
