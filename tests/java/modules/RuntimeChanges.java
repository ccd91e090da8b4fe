// javac: --module-path {modules} --add-modules r.one --add-exports r.one/r.hidden=ALL-UNNAMED
// run: --module-path {modules} --add-modules r.one
import java.util.concurrent.Callable;

// Module.addExports, addOpens, addReads, addUses: who may call them, what they change for reflection and for code whose resolution has failed before or
// not been tried (JVMS 5.4.4; 5.4.3: a failure stays).
public class RuntimeChanges {
    public static String openCall() { return "the class path answers"; }
    static class Early { static Object run() { return r.hidden.Hidden.say(); } }
    static class Late { static Object run() { return r.hidden.Hidden.say(); } }

    static void attempt(String what, Callable<?> action) {
        try {
            System.out.println((what + ": " + action.call()).replaceAll("@(0x)?[0-9a-f]+", "@HASH"));
        } catch (Throwable t) {
            Throwable thrown = t instanceof java.lang.reflect.InvocationTargetException ? t.getCause() : t;
            System.out.println((what + ": " + thrown + (thrown.getCause() == null ? "" : " <- " + thrown.getCause())).replaceAll("@(0x)?[0-9a-f]+", "@HASH"));
        }
    }

    static Object field(String type, String name) throws Exception {
        java.lang.reflect.Field f = Class.forName(type).getDeclaredField(name);
        f.setAccessible(true);
        return f.get(null);
    }

    public static void main(String[] args) throws Exception {
        Module one = r.Changes.class.getModule(), own = RuntimeChanges.class.getModule(), base = Object.class.getModule();
        attempt("code, too early", Early::run);
        attempt("reflection, too early", () -> Class.forName("r.hidden.Hidden").getMethod("say").invoke(null));
        attempt("others may not export", () -> one.addExports("r.hidden", own));
        attempt("others may not open", () -> one.addOpens("r.hidden", own));
        attempt("others may not read", () -> one.addReads(own));
        attempt("others may not use", () -> one.addUses(Runnable.class));
        attempt("java.base may not be opened", () -> base.addOpens("java.lang", own));
        attempt("no such package", () -> r.Changes.exports("r.none", own));
        attempt("null package", () -> r.Changes.exports(null, own));
        attempt("null module", () -> r.Changes.exports("r.hidden", null));
        attempt("exported to another", () -> r.Changes.exports("r.hidden", base) + " " + one.isExported("r.hidden", own) + " " + one.isExported("r.hidden", base));
        attempt("still not", Late::run);
        attempt("exports", () -> r.Changes.exports("r.hidden", own) + " " + one.isExported("r.hidden", own) + " " + one.isExported("r.hidden"));
        attempt("code that failed", Early::run);
        attempt("code that failed later", Late::run);
        attempt("code that did not try", () -> new Object() { Object run() { return r.hidden.Hidden.say(); } }.run());
        attempt("reflection now", () -> Class.forName("r.hidden.Hidden").getMethod("say").invoke(null));
        attempt("private, not open", () -> field("r.hidden.Hidden", "x"));
        attempt("opens", () -> r.Changes.opens("r.hidden", own) + " " + one.isOpen("r.hidden", own) + " " + field("r.hidden.Hidden", "x"));
        attempt("opens an exported package", () -> {
            r.Changes.opens("r.pub", own);
            return field("r.pub.Pub", "y");
        });
        attempt("who was given may give on", () -> own.addOpens("r.hidden", base) + " " + one.isOpen("r.hidden", base));
        attempt("reads before", () -> one.canRead(own) + " " + one.canRead(base) + " " + own.canRead(one));
        attempt("reflection reads by itself", () -> r.Changes.call("RuntimeChanges", "openCall"));
        attempt("reads", () -> r.Changes.reads(own) + " " + one.canRead(own));
        attempt("reads again", () -> r.Changes.reads(own) == one);
        attempt("service not used", () -> r.Changes.load(java.nio.file.spi.FileSystemProvider.class));
        attempt("service used", () -> r.Changes.uses(java.nio.file.spi.FileSystemProvider.class).canUse(java.nio.file.spi.FileSystemProvider.class) + " " + r.Changes.load(java.nio.file.spi.FileSystemProvider.class));
        attempt("unnamed module", () -> own.isNamed() + " " + own.getDescriptor() + " " + own.getLayer() + " " + own.addExports("any", one) .equals(own) + " " + own.isExported("any.thing") + " " + own.isOpen("any") + " " + own.canUse(Runnable.class) + " " + own.getPackages().contains(""));
        attempt("unnamed modules differ", () -> new ClassLoader() { }.getUnnamedModule().equals(own) + " " + new ClassLoader() { }.getUnnamedModule().canRead(one));
    }
}
