import java.lang.StackWalker.*;
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

// StackWalker: what each option shows and hides, class references, frames of lambdas, reflection and method handles, walks in walks, streams that end early or come too late,
// exceptions out of a walk, deep stacks in batches, positions in the code (JVMS 2.6).
public class Walker {
    static final StackWalker PLAIN = StackWalker.getInstance(), CLASSES = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE), REFLECT = StackWalker.getInstance(Option.SHOW_REFLECT_FRAMES), ALL = StackWalker.getInstance(EnumSet.allOf(Option.class));

    static String name(StackFrame f) { return (f.getClassName() + "." + f.getMethodName()).replaceAll("\\$\\$Lambda.*?\\.", "\\$\\$Lambda.").replaceAll("lambda\\$(\\w+)\\$\\d+", "lambda\\$$1").replaceAll("(LambdaForm\\$\\w+|Species_\\w+|GeneratedMethodAccessor|Accessor)[/0-9a-fx]*", "$1"); }
    static List<String> names(StackWalker w) { return w.walk(s -> s.map(Walker::name).collect(Collectors.toList())); }
    static boolean isOurs(String name) { return name.startsWith("Walker"); }

    public static List<String> reflected() { return names(REFLECT); }
    static List<String> everything() { return ALL.walk(s -> s.map(f -> name(f) + (f.getByteCodeIndex() > 0)).limit(6).collect(Collectors.toList())); }
    static List<String> plainly() { return names(PLAIN); }
    static int deep(int n, IntSupplier last) { return n == 0 ? last.getAsInt() : deep(n - 1, last) + 0; }
    static Object attempt(String what, Supplier<Object> s) {
        try {
            Object o = s.get();
            System.out.println(what + " -> " + o);
        } catch (Throwable e) {
            System.out.println(what + " -> " + e);
        }
        return null;
    }
    Walker() { System.out.println(names(PLAIN)); }
    static class Initialized { static final List<String> SEEN = names(PLAIN); }

    public static void main(String[] args) throws Throwable {
        System.out.println(names(PLAIN));
        Runnable lambda = () -> System.out.println(names(PLAIN));
        lambda.run();
        new Walker();
        System.out.println(Initialized.SEEN);
        Method plainly = Walker.class.getDeclaredMethod("plainly"), reflected = Walker.class.getMethod("reflected");
        System.out.println(plainly.invoke(null) + " " + MethodHandles.lookup().findStatic(Walker.class, "plainly", MethodType.methodType(List.class)).invoke());
        System.out.println(reflected.invoke(null));
        MethodHandle everything = MethodHandles.lookup().findStatic(Walker.class, "everything", MethodType.methodType(List.class));
        for (int i = 0; i < 3; i++) {
            System.out.println((List<String>) everything.invokeExact() + " " + (List<String>) everything.invoke());
        }
        Supplier<List<String>> all = () -> names(ALL);
        List<String> shown = all.get();
        System.out.println(shown.stream().filter(n -> n.contains("Lambda.")).count() + " " + shown.stream().filter(Walker::isOurs).distinct().count());
        attempt("declaring class, not retained", () -> PLAIN.walk(s -> s.findFirst().get().getDeclaringClass()));
        attempt("method type, not retained", () -> PLAIN.walk(s -> s.findFirst().get().getMethodType()));
        attempt("caller class, not retained", () -> PLAIN.getCallerClass());
        attempt("retained", () -> CLASSES.walk(s -> s.skip(1).findFirst().map(f -> f.getDeclaringClass() + " " + f.getMethodName() + f.getMethodType() + f.getDescriptor())));
        attempt("caller class", () -> CLASSES.getCallerClass());
        attempt("early end", () -> PLAIN.walk(s -> s.limit(2).map(StackFrame::getMethodName).collect(Collectors.toList())));
        attempt("nothing taken", () -> PLAIN.walk(s -> "nothing"));
        attempt("null function", () -> PLAIN.walk(null));
        attempt("null option", () -> StackWalker.getInstance((Option) null));
        attempt("bad estimate", () -> StackWalker.getInstance(Set.of(), 0));
        Stream<StackFrame>[] escaped = new Stream[1];
        PLAIN.walk(s -> { escaped[0] = s; return 0; });
        attempt("escaped stream", () -> escaped[0].count());
        attempt("thrown out of a walk", () -> PLAIN.walk(s -> { throw new IllegalStateException("after " + s.findFirst().get().getMethodName().startsWith("lambda")); }));
        attempt("walk after that", () -> PLAIN.walk(s -> s.count() > 2));
        attempt("walk in a walk", () -> PLAIN.walk(outer -> outer.limit(3).map(f -> f.getMethodName().startsWith("lambda") + "/" + CLASSES.walk(inner -> inner.anyMatch(g -> g.getDeclaringClass() == Walker.class))).collect(Collectors.toList())));
        attempt("walk in each frame, deep", () -> deep(40, () -> PLAIN.walk(s -> s.mapToInt(f -> PLAIN.walk(t -> t.limit(1).mapToInt(StackFrame::getLineNumber).sum()) > 0 ? 1 : 0).sum()) > 40 ? 1 : 0));
        for (int depth : new int[] {5, 31, 32, 33, 63, 64, 65, 500}) {
            int[] counts = new int[3];
            deep(depth, () -> { counts[0] = PLAIN.walk(s -> s.filter(f -> f.getMethodName().equals("deep")).count()).intValue(); counts[1] = StackWalker.getInstance(Set.of(), 1000).walk(s -> (int) s.filter(f -> f.getMethodName().equals("deep")).count()); int[] n = {0}; PLAIN.forEach(f -> n[0] += f.getMethodName().equals("deep") ? 1 : 0); counts[2] = n[0]; return 0; });
            System.out.print(Arrays.toString(counts));
        }
        System.out.println();
        PLAIN.walk(s -> { StackFrame f = s.reduce((a, b) -> b).get(); System.out.println(f + " | " + f.toStackTraceElement() + " | " + f.getFileName() + " " + f.getLineNumber() + " " + f.isNativeMethod() + " " + (f.getByteCodeIndex() > 0)); return 0; });
        StackFrame here = PLAIN.walk(s -> s.findFirst().get());
        StackTraceElement trace = new Throwable().getStackTrace()[0];
        System.out.println((trace.getLineNumber() - here.getLineNumber()) + " " + here.toStackTraceElement().getMethodName() + " " + here.getDescriptor() + " " + here.getClassName());
        List<StackFrame> natives = new ArrayList<>();
        java.security.AccessController.doPrivileged((java.security.PrivilegedAction<Object>) () -> { natives.addAll(REFLECT.walk(s -> s.collect(Collectors.toList()))); return null; });
        System.out.println(natives.stream().map(Walker::name).collect(Collectors.toList()));
        Method m = Walker.class.getDeclaredMethod("viaInvoke");
        System.out.println(m.invoke(null));
        for (int i = 0; i < 20; i++) m.invoke(null);
        System.out.println(m.invoke(null));
        Thread t = new Thread(() -> System.out.println(names(PLAIN)));
        t.start();
        t.join();
        System.out.println(List.of("b", "a").stream().sorted((x, y) -> { System.out.println(names(PLAIN).stream().filter(Walker::isOurs).collect(Collectors.toList())); return x.compareTo(y); }).collect(Collectors.toList()));
        System.out.println(((IntSupplier) Proxy.newProxyInstance(Walker.class.getClassLoader(), new Class<?>[] {IntSupplier.class}, (p, mm, a) -> names(PLAIN).size())).getAsInt());
    }
    static String viaInvoke() { return ALL.walk(s -> s.filter(StackFrame::isNativeMethod).map(f -> name(f) + f.getLineNumber() + f.getByteCodeIndex() + f.toStackTraceElement()).collect(Collectors.joining(","))); }
}
