import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

// JLS 12.7: a class is unloaded when its loader is unreachable, and what keeps a loader: an object, a mirror, an array, a field of another
// class, a thread's context, a frame, a method handle, an exception's trace.
public class LoaderDies {
    public interface Task { Object run(CountDownLatch in, CountDownLatch out) throws Exception; }
    public static class Payload implements Task {
        public static Object held;
        static int counter;
        final int id = ++counter;
        public static String greet(String name) { return "hello " + name; }
        public static void fail() { throw new IllegalStateException("made by the payload"); }
        @Override
        public Object run(CountDownLatch in, CountDownLatch out) throws Exception {
            in.countDown();
            out.await();
            return "ran " + id + " " + new Helper();
        }
        @Override
        public String toString() { return "payload " + id; }
    }
    public static class Helper {
        @Override
        public String toString() { return "helper"; }
    }

    static class Own extends ClassLoader {
        Own() { super(LoaderDies.class.getClassLoader()); }
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("LoaderDies$Payload") && !name.equals("LoaderDies$Helper")) return super.loadClass(name, resolve);
            Class<?> done = findLoadedClass(name);
            if (done != null) return done;
            try (InputStream in = LoaderDies.class.getResourceAsStream("/" + name + ".class")) {
                byte[] b = in.readAllBytes();
                return defineClass(name, b, 0, b.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static Class<?> fresh() throws Exception { return new Own().loadClass("LoaderDies$Payload"); }
    static Object made(Class<?> c) throws Exception { return c.getConstructor().newInstance(); }

    static boolean dies(WeakReference<?> w) throws InterruptedException {
        for (int i = 0; i < 100 && w.get() != null; i++) {
            System.gc();
            Thread.sleep(5);
        }
        return w.get() == null;
    }
    static boolean lives(WeakReference<?> w) {
        System.gc();
        System.gc();
        return w.get() != null;
    }

    // Made in a frame of its own, so that nothing of it stays in main's slots.
    interface Keeper { Object keep(Class<?> c) throws Exception; }
    static WeakReference<Class<?>> keep(Keeper keeper, Object[] kept) throws Exception {
        Class<?> c = fresh();
        kept[0] = keeper.keep(c);
        return new WeakReference<>(c);
    }
    static void check(String what, Keeper keeper, java.util.function.Function<Object, String> use) throws Exception {
        Object[] kept = new Object[1];
        WeakReference<Class<?>> w = keep(keeper, kept);
        System.out.println(what + ": " + lives(w) + " " + use.apply(kept[0]));
        kept[0] = null;
        System.out.println(what + " gone: " + dies(w));
    }

    static WeakReference<Class<?>> inThread(CountDownLatch out, Thread[] made, String[] result) throws Exception {
        Task task = (Task) made(fresh());
        CountDownLatch in = new CountDownLatch(1);
        WeakReference<Class<?>> w = new WeakReference<>(task.getClass());
        made[0] = starter(task, in, out, result);
        in.await();
        return w;
    }
    static Thread starter(Task task, CountDownLatch in, CountDownLatch out, String[] result) {
        Task[] only = {task};
        Thread t = new Thread(() -> {
            try {
                Task mine = only[0];
                only[0] = null;
                result[0] = mine.run(in, out).toString();
            } catch (Exception e) {
                result[0] = e.toString();
            }
        });
        t.start();
        return t;
    }
    static WeakReference<ClassLoader> inContext(CountDownLatch out, Thread[] made) {
        Thread t = new Thread(() -> {
            try {
                out.await();
            } catch (InterruptedException e) {
                throw new Error(e);
            }
        });
        Own loader = new Own();
        t.setContextClassLoader(loader);
        t.start();
        made[0] = t;
        return new WeakReference<>(loader);
    }

    public static void main(String[] args) throws Exception {
        check("an object", LoaderDies::made, Object::toString);
        check("a mirror", c -> c, o -> ((Class<?>) o).getName());
        check("an array", c -> java.lang.reflect.Array.newInstance(c, 2, 3), o -> o.getClass().getName());
        check("an array's mirror", c -> java.lang.reflect.Array.newInstance(c, 0).getClass(), o -> ((Class<?>) o).getName());
        check("the loader", Class::getClassLoader, o -> o.getClass().getName());
        check("a method", c -> c.getMethod("greet", String.class), o -> {
            try {
                return (String) ((java.lang.reflect.Method) o).invoke(null, "method");
            } catch (ReflectiveOperationException e) {
                return e.toString();
            }
        });
        check("a method handle", c -> MethodHandles.lookup().findStatic(c, "greet", MethodType.methodType(String.class, String.class)), o -> {
            try {
                return (String) ((MethodHandle) o).invokeExact("handle");
            } catch (Throwable e) {
                return e.toString();
            }
        });
        check("a method type", c -> MethodType.methodType(c, c), o -> ((MethodType) o).parameterCount() + " parameter");
        check("a domain", Class::getProtectionDomain, o -> ((java.security.ProtectionDomain) o).getClassLoader().getClass().getName());
        check("a trace", c -> {
            try {
                c.getMethod("fail").invoke(null);
                return null;
            } catch (java.lang.reflect.InvocationTargetException e) {
                return e.getCause();
            }
        }, o -> ((Throwable) o).getStackTrace()[0].getMethodName());

        Class<?> outer = fresh();
        Field held = outer.getField("held");
        check("a static of another class", c -> {
            held.set(null, made(c));
            return "held";
        }, o -> {
            try {
                String text = held.get(null).toString();
                held.set(null, null);
                return text;
            } catch (IllegalAccessException e) {
                return e.toString();
            }
        });

        CountDownLatch out = new CountDownLatch(1);
        Thread[] made = new Thread[1];
        String[] result = new String[1];
        WeakReference<Class<?>> running = inThread(out, made, result);
        System.out.println("a frame: " + lives(running));
        out.countDown();
        made[0].join();
        made[0] = null;
        System.out.println("a frame gone: " + result[0] + " " + dies(running));

        CountDownLatch end = new CountDownLatch(1);
        WeakReference<ClassLoader> context = inContext(end, made);
        System.out.println("a thread's context: " + lives(context));
        end.countDown();
        made[0].join();
        made[0] = null;
        System.out.println("a thread's context gone: " + dies(context));
        System.out.println(outer.getName());
    }
}
