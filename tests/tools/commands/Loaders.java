// Has loaders below each other, hidden classes, and a thread that has defined classes. A line on
// stdin says what to do next; each is answered with "done".
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.util.ArrayList;
import java.util.List;

public class Loaders {
    interface Shape {}
    interface Round extends Shape {}
    static class Base implements Shape {}
    static class Middle extends Base {}
    static class Leaf extends Middle implements Round, Cloneable {}
    static class Part {}

    static class Mine extends ClassLoader {
        Mine(String name, ClassLoader parent) {
            super(name, parent);
        }

        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    // Defines three classes and two hidden ones, keeps 120 KB, and stays.
    static class Definer extends Thread {
        final Mine[] loaders = new Mine[3];
        byte[] kept;
        volatile boolean isDone;

        Definer() {
            super("definer");
            setDaemon(true);
            for (int i = 0; i < loaders.length; i++)
                loaders[i] = new Mine("of definer", null);
        }

        @Override public void run() {
            try {
                kept = new byte[120 * 1024];
                for (Mine loader : loaders)
                    loader.define(part);
                for (int i = 0; i < 2; i++)
                    keep(lookup.defineHiddenClass(part, true).lookupClass());
                isDone = true;
                Thread.sleep(10_000_000);
            } catch (Exception e) {
                e.printStackTrace();
            }
        }
    }

    // Makes loaders and threads, and drops them.
    static class Churn extends Thread {
        volatile boolean ends;
        int rounds;

        @Override public void run() {
            try {
                while (!ends) {
                    Mine parent = new Mine("churn " + rounds, null);
                    parent.define(shape);
                    Mine child = new Mine(null, parent);
                    child.define(part);
                    lookup.defineHiddenClass(part, true);
                    ("text " + rounds).intern();
                    Thread short_lived = new Thread(new Churn.Nothing(), "short " + rounds);
                    short_lived.start();
                    short_lived.join();
                    if (++rounds % 50 == 0)
                        System.gc();
                }
            } catch (Exception e) {
                e.printStackTrace();
            }
        }

        static class Nothing implements Runnable {
            @Override public void run() {}
        }
    }

    static final MethodHandles.Lookup lookup = MethodHandles.lookup();
    static final List<Object> kept = new ArrayList<>();
    static final byte[] part = bytesOf("Part");
    static final byte[] shape = bytesOf("Shape");

    static byte[] bytesOf(String name) {
        try (InputStream in = Loaders.class.getResourceAsStream("Loaders$" + name + ".class")) {
            return in.readAllBytes();
        } catch (Exception e) {
            throw new Error(e);
        }
    }

    static synchronized void keep(Object object) {
        kept.add(object);
    }

    static void makeLoaders() throws Exception {
        Mine outer = new Mine("outer", Loaders.class.getClassLoader());
        keep(outer.define(part));
        Mine inner = new Mine("inner", outer);
        keep(inner.define(part));
        keep(inner.define(shape));
        for (int i = 0; i < 3; i++)
            keep(new Mine(null, inner).define(part));
        // This one defines nothing; it is only a parent.
        Mine empty = new Mine("empty", Loaders.class.getClassLoader());
        keep(new Mine("below", empty).define(part));
        keep(lookup.defineHiddenClass(part, true).lookupClass());
        keep(lookup.defineHiddenClass(part, true, ClassOption.STRONG).lookupClass());
        keep(new Leaf());
        keep(new Part());
        keep(new Part[0]);
        keep("tab\there, caf\u00e9 \\".concat(" loaders").intern());
    }

    public static void main(String[] args) throws Exception {
        makeLoaders();
        Definer definer = new Definer();
        definer.start();
        while (!definer.isDone)
            Thread.sleep(5);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Churn[] churns = {};
        System.out.println("ready");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals("churn")) {
                churns = new Churn[] {new Churn(), new Churn()};
                for (Churn churn : churns)
                    churn.start();
            }
            if (line.equals("rest")) {
                for (Churn churn : churns) {
                    churn.ends = true;
                    churn.join();
                }
            }
            System.out.println("done");
        }
    }
}
