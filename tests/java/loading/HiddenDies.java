import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

// Hidden classes die before their loader, unless they are strong; an instance, a mirror, an array or a method handle keeps them.
public class HiddenDies {
    static class Template implements Supplier<String> {
        static int made;
        final int number = ++made;
        @Override
        public String get() { return "number " + number + " hidden " + getClass().isHidden(); }
        static String shout(String s) { return s + "!" + secret(); }
    }
    private static String secret() { return " (secret of the nest)"; }

    static final byte[] bytes = read();
    static byte[] read() {
        try (InputStream in = HiddenDies.class.getResourceAsStream("/HiddenDies$Template.class")) {
            return in.readAllBytes();
        } catch (java.io.IOException e) {
            throw new Error(e);
        }
    }
    static Class<?> hidden(ClassOption... options) throws Exception { return MethodHandles.lookup().defineHiddenClass(bytes, true, options).lookupClass(); }
    @SuppressWarnings("unchecked")
    static Supplier<String> made(Class<?> c) throws Exception {
        var constructor = c.getDeclaredConstructor();
        return (Supplier<String>) constructor.newInstance();
    }

    static boolean dies(WeakReference<?> w) throws InterruptedException {
        for (int i = 0; i < 100 && w.get() != null; i++) {
            System.gc();
            Thread.sleep(5);
        }
        return w.get() == null;
    }

    interface Keeper { Object keep(Class<?> c) throws Throwable; }
    interface User { Object use(Object o) throws Throwable; }
    static WeakReference<Class<?>> keep(Keeper keeper, Object[] kept) throws Throwable {
        Class<?> c = hidden(ClassOption.NESTMATE);
        kept[0] = keeper.keep(c);
        return new WeakReference<>(c);
    }
    static void check(String what, Keeper keeper, User use) throws Throwable {
        Object[] kept = new Object[1];
        WeakReference<Class<?>> w = keep(keeper, kept);
        System.gc();
        System.out.println(what + ": " + (w.get() != null) + " " + use.use(kept[0]));
        kept[0] = null;
        System.out.println(what + " gone: " + dies(w));
    }

    static WeakReference<Class<?>> strong() throws Exception { return new WeakReference<>(hidden(ClassOption.STRONG, ClassOption.NESTMATE)); }

    public static void main(String[] args) throws Throwable {
        check("an instance", HiddenDies::made, o -> ((Supplier<?>) o).get());
        check("a mirror", c -> c, o -> ((Class<?>) o).isHidden() + " " + made((Class<?>) o).get());
        check("an array", c -> java.lang.reflect.Array.newInstance(c, 3), o -> ((Object[]) o).length);
        check("a method handle", c -> MethodHandles.lookup().findStatic(c, "shout", MethodType.methodType(String.class, String.class)),
              o -> (String) ((MethodHandle) o).invokeExact("ho"));
        check("a bound handle", c -> MethodHandles.lookup().bind(made(c), "get", MethodType.methodType(String.class)), o -> (String) ((MethodHandle) o).invokeExact());
        WeakReference<Class<?>> strong = strong();
        System.gc();
        System.out.println("strong: " + (strong.get() != null));

        // Many, each run; and the lambdas and method handles of this loop make hidden classes of their own.
        List<WeakReference<Class<?>>> all = new ArrayList<>();
        int length = 0;
        for (int i = 0; i < 300; i++) {
            Class<?> c = hidden(ClassOption.NESTMATE);
            MethodHandle shout = MethodHandles.lookup().findStatic(c, "shout", MethodType.methodType(String.class, String.class));
            MethodHandle turned = MethodHandles.filterReturnValue(shout, shout);
            length += ((String) turned.invokeExact("x" + i)).length();
            all.add(new WeakReference<>(c));
            if (i % 100 == 99) System.gc();
        }
        System.out.println(length);
        System.gc();
        System.gc();
        System.out.println(all.stream().filter(w -> w.get() != null).count() < 20);
    }
}
