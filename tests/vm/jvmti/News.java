// What news.c hears of, part by part.
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

public class News {
    int number = 3;
    static String text = "a";

    static native int named();
    static native int registered();
    static native void listen(boolean on);
    static native void touch(News news);
    static native void keep(Class<?> klass);
    static native void ask();
    static native void redefine(Class<?> klass, byte[] bytes);
    static native void useDataOf(Thread thread);
    static native void changeMasks();
    static native void addEnvironment();

    static int four() {
        return 4;
    }

    static void made() throws Exception {
        Constructor<News> constructor = News.class.getDeclaredConstructor();
        Method method = News.class.getDeclaredMethod("four");
        for (boolean on : new boolean[] {false, true}) {
            listen(on);
            int[] numbers = {1, 2};
            numbers.clone();
            Array.newInstance(long.class, 3);
            Array.newInstance(long.class, 3, 2);
            constructor.newInstance();
            method.invoke(null);
        }
        listen(false);
    }

    static void sampled() {
        listen(true);
        for (int i = 0; i < 200; i++) {
            byte[] room = new byte[100_000]; // what was handed out before must be used up
        }
        News[] all = new News[100];
        for (int i = 0; i < all.length; i++) {
            all[i] = new News();
        }
        listen(false);
        System.out.println(new News().number + all[99].number);
    }

    static void exhausted() {
        for (int length : new int[] {Integer.MAX_VALUE, 500_000_000}) {
            try {
                System.out.println(new long[length].length);
            } catch (OutOfMemoryError e) {
                System.out.println(e.getMessage());
            }
        }
    }

    static void unloaded(String folder) throws Exception {
        URLClassLoader loader = new URLClassLoader(new URL[] {Path.of(folder).toUri().toURL()}, null);
        WeakReference<Class<?>> gone = new WeakReference<>(loader.loadClass("Wrapped"));
        keep(gone.get());
        ask();
        loader.close();
        loader = null;
        while (gone.get() != null) {
            System.gc();
        }
        ask();
    }

    static void redefined(String folder) throws Exception {
        listen(true);
        Touched.work();
        redefine(Touched.class, Files.readAllBytes(Path.of(folder, "wrapped", "Touched.class")));
        Touched.work();
    }

    // An agent asks for what is kept of a thread, over and over, while the thread dies.
    static void dying() {
        for (int i = 0; i < 500; i++) {
            Thread thread = new Thread(() -> { });
            thread.start();
            useDataOf(thread);
        }
        System.out.println("all have died");
    }

    // Threads of an agent change other masks all the time: no change of this one may be lost.
    static void masks() throws InterruptedException {
        for (int i = 0; i < 200; i++) { // the more threads, the longer it takes to ask each what it wants
            Thread thread = new Thread(LockSupport::park);
            thread.setDaemon(true);
            thread.start();
        }
        for (int i = 0; i < 4; i++) {
            new Thread(News::changeMasks).start();
        }
        for (int i = 0; i < 5_000; i++) {
            listen(true);
            for (int k = 0; k < 5; k++) { // a late change of another thread may undo this one
                Array.newInstance(long.class, 3);
            }
            listen(false);
        }
        ask();
    }

    // What an agent has enabled stays so when another one comes.
    static void another() {
        listen(true);
        addEnvironment();
        Array.newInstance(long.class, 3);
        listen(false);
        ask();
    }

    static int innermost(int n) {
        return n + 1;
    }
    static synchronized int popped(int n) {
        int result = innermost(n * 2);
        return result;
    }

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        switch (args[1]) {
            case "bind" -> System.out.println(named() + registered());
            case "prefix" -> System.out.println(Wrapped.answer());
            case "made" -> made();
            case "sampled" -> sampled();
            case "exhausted" -> exhausted();
            case "fields" -> touch(new News());
            case "redefined" -> redefined(args[2]);
            case "unloaded" -> unloaded(args[2]);
            case "dying" -> dying();
            case "masks" -> masks();
            case "another" -> another();
            case "pop" -> {
                listen(true);
                System.out.println(popped(5));
            }
            default -> { }
        }
    }
}
