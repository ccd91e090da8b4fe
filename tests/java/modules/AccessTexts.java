// javac: --module-path {modules} --add-modules m.one,m.two --add-exports m.one/p.hidden=ALL-UNNAMED --add-exports m.one/p.qualified=ALL-UNNAMED --add-exports m.one/p.opened=ALL-UNNAMED
// run: --module-path {modules} --add-modules m.one,m.two
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Callable;

// What the class path may not do with modules, and what one module may not do with another: IllegalAccessError from code, IllegalAccessException and
// InaccessibleObjectException from reflection, with their words (JVMS 5.4.4).
public class AccessTexts {
    static class Creates { static Object run() { return new p.hidden.Hidden(); } }
    static class Calls { static Object run() { return p.hidden.Hidden.method(); } }
    static class Reads { static Object run() { return p.hidden.Hidden.field; } }
    static class Asks { static Object run(Object o) { return o instanceof p.hidden.Hidden; } }
    static class Casts { static Object run(Object o) { return (p.hidden.Hidden) o; } }
    static class Literal { static Object run() { return p.hidden.Hidden.class; } }
    static class ArrayOf { static Object run() { return new p.hidden.Hidden[2].length; } }
    static class Extends extends p.hidden.Hidden { }
    static class Implements implements p.hidden.Hidden.Face { }
    interface ExtendsFace extends p.hidden.Hidden.Face { }
    static class Lambda { static Object run() { java.util.function.Supplier<Object> s = p.hidden.Hidden::new; return s.get(); } }
    static class Signature { static p.hidden.Hidden run(p.hidden.Hidden h) { return h; } }
    static class Catches { static Object run() { return p.qualified.Qualified.q(); } }
    static class OpenedByCode { static Object run() { return p.opened.Opened.o(); } }

    static void attempt(String what, Callable<?> action) {
        for (int k = 0; k < 2; k++) {
            String text;
            try {
                text = String.valueOf(action.call());
            } catch (Throwable t) {
                Throwable thrown = t instanceof java.lang.reflect.InvocationTargetException ? t.getCause() : t;
                text = thrown + (thrown.getCause() == null ? "" : " <- " + thrown.getCause());
            }
            text = text.replaceAll("@(0x)?[0-9a-f]+", "@HASH");
            System.out.println(what + ": " + text);
        }
    }

    static Object field(Class<?> c, String name, Object of) throws Exception {
        java.lang.reflect.Field f = c.getDeclaredField(name);
        f.setAccessible(true);
        return f.get(of);
    }

    public static void main(String[] args) throws Exception {
        Object hidden = p.open.Open.hidden();
        System.out.println(hidden + " " + hidden.getClass().getModule() + " " + hidden.getClass().getClassLoader().getName() + " " + p.open.Open.hiddenArray().getClass().getModule());
        attempt("new", Creates::run);
        attempt("call", Calls::run);
        attempt("read", Reads::run);
        attempt("instanceof", () -> Asks.run(hidden));
        attempt("instanceof null", () -> Asks.run(null));
        attempt("cast", () -> Casts.run(hidden));
        attempt("literal", Literal::run);
        attempt("array", ArrayOf::run);
        attempt("extends", () -> new Extends());
        attempt("implements", () -> new Implements());
        attempt("extends interface", () -> ExtendsFace.class.getInterfaces().length);
        attempt("lambda", Lambda::run);
        attempt("signature", () -> Signature.run(null));
        attempt("qualified", Catches::run);
        attempt("opened, by code", OpenedByCode::run);
        attempt("reflection, public", () -> p.open.Open.class.getField("open").get(new p.open.Open()));
        attempt("reflection, private of exported", () -> field(p.open.Open.class, "privateField", new p.open.Open()));
        attempt("reflection, package-private", () -> field(p.open.Open.class, "packageField", new p.open.Open()));
        attempt("reflection, protected", () -> field(p.open.Open.class, "protectedField", new p.open.Open()));
        attempt("reflection, hidden", () -> hidden.getClass().getField("field").get(null));
        attempt("reflection, hidden made accessible", () -> field(hidden.getClass(), "field", null));
        attempt("reflection, hidden method", () -> hidden.getClass().getMethod("method").invoke(null));
        attempt("reflection, hidden constructor", () -> hidden.getClass().getConstructor().newInstance());
        attempt("reflection, hidden toString", () -> hidden.getClass().getMethod("toString").invoke(hidden));
        attempt("reflection, Object's toString", () -> Object.class.getMethod("toString").invoke(hidden));
        attempt("reflection, opened", () -> field(Class.forName("p.opened.Opened"), "x", Class.forName("p.opened.Opened").getConstructor().newInstance()));
        attempt("reflection, opened to another", () -> field(Class.forName("p.openedTo.OpenedTo"), "x", null));
        attempt("reflection, private method", () -> {
            java.lang.reflect.Method m = p.open.Open.class.getDeclaredMethod("secret");
            System.out.println(m.trySetAccessible() + " " + m.canAccess(null));
            return m.invoke(null);
        });
        attempt("reflection, java.base", () -> field(String.class, "value", "x"));
        attempt("reflection, internal", () -> Class.forName("jdk.internal.misc.Unsafe").getMethod("getUnsafe").invoke(null));
        attempt("array of hidden by reflection", () -> java.lang.reflect.Array.newInstance(hidden.getClass(), 2).getClass());
        attempt("handle, hidden", () -> MethodHandles.lookup().findStatic(hidden.getClass(), "method", MethodType.methodType(int.class)));
        attempt("handle, private lookup", () -> MethodHandles.privateLookupIn(p.open.Open.class, MethodHandles.lookup()));
        attempt("handle, private lookup in opened", () -> MethodHandles.privateLookupIn(Class.forName("p.opened.Opened"), MethodHandles.lookup()));
        attempt("handle, accessClass", () -> MethodHandles.lookup().accessClass(hidden.getClass()));
        attempt("module two, qualified export", two.Two::qualified);
        attempt("module two, qualified by reflection", () -> two.Two.call("p.qualified.Qualified", "q"));
        attempt("module two, opened to it", () -> two.Two.field("p.openedTo.OpenedTo", "x"));
        attempt("module two, private of exported", () -> two.Two.field("p.open.Open", "privateField"));
        attempt("module two, not exported", () -> two.Two.call("p.hidden.Hidden", "method"));
        attempt("module two, class path", () -> two.Two.call("AccessTexts", "main"));
        attempt("proxy of a hidden interface", () -> java.lang.reflect.Proxy.newProxyInstance(hidden.getClass().getClassLoader(), new Class<?>[] {Class.forName("p.hidden.Hidden$Face")}, (proxy, m, a) -> 0).getClass().getModule().isNamed());
    }
}
