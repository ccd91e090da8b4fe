import java.io.*;
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

// Serialization of what has rules of its own: enums, records and their canonical constructors, lambdas, dynamic proxies, classes, inner classes, cycles; and filters,
// by stream, by pattern and by factory.
public class SerialKinds {
    enum Plain { A, B { @Override int n() { return 2; } }; int n() { return 1; } transient int state; }
    record Range(int low, int high) implements Serializable { static int made; Range { made++; if (low > high) throw new IllegalArgumentException(low + " > " + high); } }
    record Nested<T>(String name, T inner, int[] array) implements Serializable { private Object writeReplace() { return this; } }
    record NotIt(int x) { }
    record WithHook(String s) implements Serializable { private void readObject(ObjectInputStream in) { System.out.println("never called"); } private Object readResolve() { return new WithHook(s + " resolved"); } }
    interface SerFunction<A, B> extends Function<A, B>, Serializable { }
    class Inner implements Serializable { int x = 1; }
    static class Cycle implements Serializable { Cycle next; String name; Cycle(String name) { this.name = name; } }
    static class Handler implements InvocationHandler, Serializable { String answer = "answer"; public Object invoke(Object p, Method m, Object[] a) { return m.getName() + " " + answer; } }

    static byte[] write(Object o) throws IOException { ByteArrayOutputStream bytes = new ByteArrayOutputStream(); try (ObjectOutputStream out = new ObjectOutputStream(bytes)) { out.writeObject(o); } return bytes.toByteArray(); }
    static Object read(byte[] bytes, ObjectInputFilter filter) throws Exception { ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes)); if (filter != null) in.setObjectInputFilter(filter); return in.readObject(); }
    @SuppressWarnings("unchecked") static <T> T copy(T o) throws Exception { return (T) read(write(o), null); }
    interface Body { Object run() throws Throwable; }
    static void attempt(String what, Body b) { try { System.out.println(what + " " + b.run()); } catch (Throwable e) { System.out.println(what + " " + e + (e.getCause() == null ? "" : " <- " + e.getCause())); } }
    static byte[] patched(byte[] bytes, String from, String to) throws Exception { return new String(bytes, "ISO-8859-1").replace(from, to).getBytes("ISO-8859-1"); }

    public static void main(String[] args) throws Exception {
        System.out.println((copy(Plain.A) == Plain.A) + " " + (copy(Plain.B) == Plain.B) + " " + copy(EnumSet.allOf(Plain.class)) + copy(new EnumMap<>(Map.of(Plain.B, "b"))));
        attempt("enum constant gone", () -> read(patched(write(Plain.A), "\0\1A", "\0\1Z"), null));
        Range.made = 0;
        System.out.println(copy(new Range(1, 5)) + " " + Range.made);
        byte[] range = write(new Range(1, 5));
        byte[] bad = range.clone();
        bad[bad.length - 1] = 77; bad[bad.length - 5] = 0; // one of the two is low, fields are in canonical order
        attempt("record, other values", () -> read(bad, null));
        byte[] worse = range.clone();
        for (int i = 1; i <= 8; i++) worse[worse.length - i] = (byte) (i == 1 || i == 5 ? 9 - i : 0);
        attempt("record, constructor refuses", () -> read(worse, null));
        attempt("record, component gone", () -> read(patched(range, "\0\4high", "\0\4hugh"), null));
        Nested<List<String>> nested = copy(new Nested<>("n", List.of("x"), new int[] {4}));
        System.out.println(nested.name() + nested.inner() + nested.array()[0]);
        attempt("record not serializable", () -> copy(new NotIt(1)));
        System.out.println(copy(new WithHook("h")) + " " + ObjectStreamClass.lookup(Range.class).getSerialVersionUID());
        String captured = "captured";
        SerFunction<String, String> lambda = s -> s + captured;
        System.out.println(copy(lambda).apply("lambda ") + " " + copy((SerFunction<String, Integer>) String::length).apply("four") + " " + copy((Supplier<Object> & Serializable) ArrayList::new).get());
        Method m = lambda.getClass().getDeclaredMethod("writeReplace");
        m.setAccessible(true);
        SerializedLambda form = (SerializedLambda) m.invoke(lambda);
        System.out.println(form.toString().replaceAll("lambda\\$[a-z]+\\$[0-9a-f]+\\$\\d+", "lambda") + " " + form.getCapturedArg(0) + " " + form.getImplMethodSignature());
        attempt("lambda not serializable", () -> { try { return copy((Runnable) () -> { }); } catch (NotSerializableException e) { return e.getMessage().startsWith("SerialKinds$$Lambda$"); } });
        Object proxy = Proxy.newProxyInstance(SerialKinds.class.getClassLoader(), new Class<?>[] {Comparable.class, Runnable.class}, new Handler());
        Object proxyCopy = copy(proxy);
        System.out.println(proxyCopy + " " + (proxyCopy.getClass() == proxy.getClass()) + " " + copy(new Class<?>[] {int.class, String[].class, Plain.class, void.class, proxy.getClass()})[1]);
        attempt("inner class, outer not serializable", () -> copy(new SerialKinds().new Inner()));
        Cycle a = new Cycle("a"); a.next = new Cycle("b"); a.next.next = a;
        System.out.println(copy(a).next.next.name + " " + (copy(a).next.next.next.name));
        Cycle deep = null;
        for (int i = 0; i < 300; i++) { Cycle c = new Cycle("c" + i); c.next = deep; deep = c; }
        Cycle chain = copy(deep);
        int length = 0;
        for (Cycle c = chain; c != null; c = c.next) length++;
        System.out.println(length);
        byte[] list = write(new ArrayList<>(List.of(new Range(0, 1), "s", 5)));
        attempt("filter allows", () -> read(list, ObjectInputFilter.Config.createFilter("java.base/*;SerialKinds$*;!*")));
        attempt("filter rejects", () -> read(list, ObjectInputFilter.Config.createFilter("!SerialKinds$Range")));
        attempt("filter by array", () -> read(write(new int[1000]), ObjectInputFilter.Config.createFilter("maxarray=999")));
        byte[] chained = write(deep);
        attempt("filter by depth", () -> read(chained, ObjectInputFilter.Config.createFilter("maxdepth=50")));
        attempt("filter by references", () -> read(chained, ObjectInputFilter.Config.createFilter("maxrefs=20;maxbytes=100000")));
        attempt("wrong pattern", () -> ObjectInputFilter.Config.createFilter("maxdepth=x"));
        List<String> asked = new ArrayList<>();
        read(list, info -> { if (info.serialClass() != null) asked.add(info.serialClass().getSimpleName() + info.depth() + (info.arrayLength() >= 0 ? "[" + info.arrayLength() + "]" : "")); return ObjectInputFilter.Status.UNDECIDED; });
        System.out.println(asked);
        ObjectInputFilter merged = ObjectInputFilter.merge(ObjectInputFilter.allowFilter(c -> c == Integer.class, ObjectInputFilter.Status.UNDECIDED), ObjectInputFilter.rejectUndecidedClass(ObjectInputFilter.Config.createFilter("java.lang.Number")));
        attempt("merged", () -> read(write(5), merged) + " " + merged);
        attempt("merged rejects", () -> read(write(new Date(0)), merged));
        attempt("factory, too late", () -> { ObjectInputFilter.Config.setSerialFilterFactory((x, y) -> y); return 0; });
        attempt("stream filter twice", () -> { ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(list)); in.setObjectInputFilter(merged); in.setObjectInputFilter(merged); return 0; });
    }
}
