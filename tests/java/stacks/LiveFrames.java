// run: --add-opens java.base/java.lang=ALL-UNNAMED
import java.lang.StackWalker.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.stream.*;

// StackWalker's live frames, which only java.lang may ask for: locals, operands and monitors of the frames below.
public class LiveFrames {
    static Method locals, operands, monitors, longValue, size;
    static Class<?> live, primitive;

    static String show(Object value) throws Exception {
        if (primitive.isInstance(value)) return "#" + longValue.invoke(value) + "/" + size.invoke(value);
        return value instanceof int[] a ? "int[" + a.length + "]" : value instanceof LiveFrames ? "this" : value instanceof Class<?> c ? c.getSimpleName() : String.valueOf(value);
    }
    static String show(Object[] values) throws Exception {
        List<String> texts = new ArrayList<>();
        for (Object v : values) texts.add(show(v));
        return texts.toString();
    }
    static Object[] of(Method m, StackFrame f) throws Exception { return (Object[]) m.invoke(f); }

    static void print(String... methods) {
        try {
            Method get = live.getMethod("getStackWalker", Set.class);
            get.setAccessible(true);
            StackWalker walker = (StackWalker) get.invoke(null, EnumSet.of(Option.SHOW_REFLECT_FRAMES));
            List<StackFrame> frames = walker.walk(s -> s.filter(f -> List.of(methods).contains(f.getMethodName())).collect(Collectors.toList()));
            for (StackFrame f : frames) System.out.println(f.getMethodName() + " " + f.getLineNumber() + " locals " + show(Arrays.copyOf(of(locals, f), Math.min(4, of(locals, f).length))) + " monitors " + show(of(monitors, f)) + " live " + live.isInstance(f));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    synchronized void references(String s, int[] a, Object nothing) {
        print("references");
        if (s.length() + a.length < 0) System.out.println(nothing);
    }
    static int nested(Object lock, int[] a) {
        String inner = "inner";
        synchronized (lock) {
            synchronized (inner) {
                synchronized (LiveFrames.class) {
                    print("nested", "references");
                }
            }
        }
        return a.length + inner.length() + lock.hashCode();
    }
    static synchronized void inStatic(String only) { print("inStatic"); if (only == null) throw new IllegalStateException(); }
    static int operandsHere(String s) { return s.length() + 1000 * counted(s); }
    static int counted(String s) {
        try {
            Method get = live.getMethod("getStackWalker");
            get.setAccessible(true);
            StackFrame f = ((StackWalker) get.invoke(null)).walk(st -> st.filter(x -> x.getMethodName().equals("operandsHere")).findFirst().get());
            System.out.println("operands " + of(operands, f).length + " " + show(of(operands, f)[0]));
            return 1;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
    static long numbers(int i, String between, boolean z) {
        print("numbers");
        return i + between.length() + (z ? 1 : 0);
    }
    static long wide(long l) {
        print("wide");
        return l;
    }

    public static void main(String[] args) throws Exception {
        live = Class.forName("java.lang.LiveStackFrame");
        primitive = Class.forName("java.lang.LiveStackFrame$PrimitiveSlot");
        locals = live.getDeclaredMethod("getLocals");
        operands = live.getDeclaredMethod("getStack");
        monitors = live.getDeclaredMethod("getMonitors");
        longValue = primitive.getDeclaredMethod("longValue");
        size = primitive.getDeclaredMethod("size");
        for (Method m : List.of(locals, operands, monitors, longValue, size)) m.setAccessible(true);
        new LiveFrames().references("text", new int[3], null);
        nested("lock", new int[2]);
        inStatic("only");
        System.out.println(operandsHere("ops"));
        numbers(42, "x", true);
        wide(0x1234567890abcdefL);
        boolean plainWalkersGetThem = StackWalker.getInstance().walk(s -> s.anyMatch(live::isInstance));
        System.out.println(plainWalkersGetThem);
    }
}
