import java.io.*;
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.Callable;

// Proxy classes: names, packages and modules by their interfaces, duplicate methods, return types that narrow, unchecked and undeclared exceptions, defaults by
// super call, what is refused, the members they have, many calls of one method.
public class ProxyContracts {
    public interface Open { default int twice(int x) { return 2 * x; } static String st() { return "static"; } }
    interface Closed { Object value(); void checked() throws IOException; }
    interface Narrow extends Closed { String value(); }
    interface Other { CharSequence value(); void checked() throws FileNotFoundException; }
    interface Prims { boolean z(byte b, short s, char c); long j(int... xs); double d(float f, double d); byte b(); char c(); short s(); float f(); }
    interface Conflict { int value(); }
    interface Generic<T extends Comparable<T>> { T pick(T a, T b); }
    interface Strings extends Generic<String> { String pick(String a, String b); }

    static void attempt(String what, Callable<Object> c) {
        try {
            System.out.println(what + " -> " + c.call());
        } catch (Throwable e) {
            System.out.println(what + " -> " + e + (e.getCause() == null ? "" : " <- " + e.getCause()));
        }
    }
    static Object proxy(InvocationHandler h, Class<?>... faces) { return Proxy.newProxyInstance(ProxyContracts.class.getClassLoader(), faces, h); }

    public static void main(String[] args) throws Throwable {
        InvocationHandler echo = (p, m, a) -> m.getReturnType() == String.class ? m.getName() + Arrays.toString(a) : null;
        Object open = proxy(echo, Open.class), closed = proxy(echo, Narrow.class, Other.class);
        for (Object p : new Object[] {open, closed, proxy(echo, Runnable.class), proxy(echo, Runnable.class, Closed.class), proxy(echo)}) {
            Class<?> c = p.getClass();
            System.out.println(c.getName().replaceAll("\\d+", "#") + " '" + c.getPackageName().replaceAll("\\d+", "#") + "' " + Modifier.toString(c.getModifiers()) + " " + c.getSuperclass() + " " + Arrays.toString(c.getInterfaces()) + " " + (c.getModule() == ProxyContracts.class.getModule()) + c.getModule().isNamed() + " " + c.isSynthetic() + c.isHidden() + " " + (c.getProtectionDomain() == Object.class.getProtectionDomain()) + " " + (Proxy.getProxyClass(ProxyContracts.class.getClassLoader(), c.getInterfaces()) == c));
            TreeSet<String> members = new TreeSet<>();
            for (Method m : c.getDeclaredMethods()) members.add(Modifier.toString(m.getModifiers()) + " " + m.getReturnType().getSimpleName() + " " + m.getName() + Arrays.toString(m.getParameterTypes()) + Arrays.toString(m.getExceptionTypes()));
            for (Field f : c.getDeclaredFields()) members.add(Modifier.toString(f.getModifiers()) + " " + f.getType().getSimpleName());
            for (Constructor<?> k : c.getDeclaredConstructors()) members.add(k.toString().replaceAll("\\d+", "#"));
            System.out.println("  " + members);
        }
        System.out.println(((Narrow) closed).value() + ((Closed) closed).value() + ((Other) closed).value());
        Prims prims = (Prims) proxy((p, m, a) -> switch (m.getName()) { case "z" -> (Byte) a[0] + (Short) a[1] + (Character) a[2] > 0; case "j" -> (long) ((int[]) a[0]).length; case "d" -> (Float) a[0] + (Double) a[1]; case "b" -> (byte) 1; case "c" -> 'c'; case "s" -> (short) 2; default -> 3f; }, Prims.class);
        System.out.println(prims.z((byte) 1, (short) 2, 'c') + " " + prims.j(1, 2) + " " + prims.d(1.5f, 2.5) + prims.b() + prims.c() + prims.s() + prims.f());
        for (Object wrong : new Object[] {1, "s", 'c', (byte) 1, null}) {
            Prims bad = (Prims) proxy((p, m, a) -> wrong, Prims.class);
            attempt("b " + wrong, () -> bad.b());
            attempt("d " + wrong, () -> bad.d(1, 2));
        }
        for (Throwable t : new Throwable[] {new IOException("io"), new FileNotFoundException("missing"), new Exception("checked"), new IllegalStateException("unchecked"), new Error("error"), new Throwable("bare")}) {
            Object thrower = proxy((p, m, a) -> { throw t; }, Closed.class, Other.class);
            attempt("closed", () -> { ((Closed) thrower).checked(); return 0; });
            attempt("value", () -> ((Closed) thrower).value());
            attempt("hashCode", () -> thrower.hashCode());
        }
        Object defaults = proxy((p, m, a) -> m.isDefault() ? InvocationHandler.invokeDefault(p, m, a) : -1, Open.class);
        System.out.println(((Open) defaults).twice(21) + " " + Open.st());
        attempt("invokeDefault of no default", () -> { try { return InvocationHandler.invokeDefault(open, Object.class.getMethod("toString")); } catch (Throwable t) { throw new Exception(t); } });
        attempt("invokeDefault, no proxy", () -> { try { return InvocationHandler.invokeDefault("s", Open.class.getMethod("twice", int.class), 1); } catch (Throwable t) { throw new Exception(t); } });
        attempt("twice the same", () -> proxy(echo, Runnable.class, Runnable.class));
        attempt("a class", () -> proxy(echo, String.class));
        attempt("null", () -> proxy(echo, (Class<?>) null));
        attempt("no handler", () -> proxy(null, Runnable.class));
        attempt("conflicting results", () -> proxy(echo, Closed.class, Conflict.class));
        attempt("invisible", () -> Proxy.newProxyInstance(null, new Class<?>[] {Open.class}, echo));
        attempt("sealed", () -> proxy(echo, java.lang.constant.ConstantDesc.class));
        attempt("handler of no proxy", () -> Proxy.getInvocationHandler("s"));
        attempt("handler", () -> Proxy.getInvocationHandler(open) == echo && Proxy.isProxyClass(open.getClass()) && !Proxy.isProxyClass(Proxy.class));
        Strings strings = (Strings) proxy((p, m, a) -> m.getParameterTypes()[0].getSimpleName() + m.isBridge(), Strings.class);
        Generic<String> generic = strings;
        System.out.println(strings.pick("a", "b") + generic.pick("a", "b"));
        List<String> seen = new ArrayList<>();
        Object object = proxy((p, m, a) -> { seen.add(m.getDeclaringClass().getSimpleName() + "." + m.getName() + (a == null ? "" : a.length)); return switch (m.getName()) { case "equals" -> true; case "hashCode" -> 7; default -> "text"; }; }, Comparable.class, Runnable.class);
        System.out.println(object.equals(null) + " " + object.hashCode() + " " + object + " " + object.getClass().equals(object.getClass()) + seen);
        int[] calls = {0};
        Runnable counter = (Runnable) proxy((p, m, a) -> { calls[0]++; return null; }, Runnable.class);
        for (int i = 0; i < 5000; i++) counter.run();
        System.out.println(calls[0] + " " + MethodHandleProxies.asInterfaceInstance(Callable.class, MethodHandles.constant(Object.class, "by handle")).call());
        Object traced = proxy((p, m, a) -> { StringBuilder s = new StringBuilder(); for (StackTraceElement e : new Throwable().getStackTrace()) s.append(e.getMethodName()).append(e.getLineNumber() < 0 ? "?" : "").append(' '); System.out.println(s.toString().replaceAll("lambda\\$main\\$\\d+", "lambda")); return null; }, Runnable.class);
        ((Runnable) traced).run();
    }
}
