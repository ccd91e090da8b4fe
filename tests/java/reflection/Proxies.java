import java.lang.reflect.*;
import java.util.*;

// Dynamic proxies: objects' methods, primitives, exceptions declared and undeclared, defaults, several interfaces.
public class Proxies {
    interface Calc { int add(int a, long b, double c); void nothing(); String name() throws java.io.IOException; default String hi() { return "hi " + name0(); } String name0(); }
    interface Extra { boolean flag(); }

    public static void main(String[] args) throws Exception {
        List<String> log = new ArrayList<>();
        InvocationHandler h = (proxy, m, a) -> {
            log.add(m.getDeclaringClass().getSimpleName() + "." + m.getName() + Arrays.toString(a));
            switch (m.getName()) {
                case "add": return (Integer) a[0] + ((Long) a[1]).intValue() + ((Double) a[2]).intValue();
                case "name": throw new java.io.IOException("declared");
                case "name0": throw new Exception("undeclared");
                case "hi": return InvocationHandler.invokeDefault(proxy, m, a);
                case "hashCode": return 77;
                case "equals": return proxy == a[0];
                case "toString": return "proxy";
                case "flag": return null;
                default: return null;
            }
        };
        Object p = Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {Calc.class, Extra.class}, h);
        Calc c = (Calc) p;
        System.out.println(c.add(1, 2L, 3.9) + " " + p.hashCode() + p.equals(p) + p + " " + Proxy.isProxyClass(p.getClass()) + " " + (Proxy.getInvocationHandler(p) == h) + " " + (p instanceof Extra));
        c.nothing();
        try {
            c.name();
        } catch (java.io.IOException e) {
            System.out.println(e.getMessage());
        }
        try {
            c.hi();
        } catch (UndeclaredThrowableException e) {
            System.out.println(e + " " + e.getCause());
        }
        try {
            ((Extra) p).flag();
        } catch (NullPointerException e) {
            System.out.println("null for a boolean");
        }
        System.out.println(log);
        Object wrong = Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {Extra.class}, (x, m, a) -> "text");
        try {
            ((Extra) wrong).flag();
        } catch (ClassCastException e) {
            System.out.println("wrong type");
        }
        try {
            Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {String.class}, h);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
