import java.io.*;
import java.lang.reflect.*;
import java.util.*;

// Serialization with every hook: writeObject and readObject, defaultWriteObject, GetField and PutField, serialPersistentFields, readResolve and writeReplace at each
// access, readObjectNoData, Externalizable, constructors of what is not serializable, validation, version numbers, annotations of the stream.
public class SerialHooks {
    static final StringBuilder log = new StringBuilder();
    static class Bare { int bare = 7; protected Bare() { log.append("Bare() "); } }
    static class Hooks extends Bare implements Serializable {
        private static final long serialVersionUID = 11;
        int kept; transient String skipped = "transient"; final List<String> list = new ArrayList<>(); Hooks self = this;
        Hooks(int kept) { this.kept = kept; log.append("Hooks() "); }
        private void writeObject(ObjectOutputStream out) throws IOException { out.defaultWriteObject(); out.writeInt(bare); out.writeUTF(skipped); log.append("write "); }
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.registerValidation(() -> log.append("validated "), 1);
            in.defaultReadObject(); bare = in.readInt() + 1; skipped = in.readUTF() + " again"; log.append("read ");
        }
    }
    static class Put implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {new ObjectStreamField("x", int.class), new ObjectStreamField("gone", String.class), new ObjectStreamField("big", long[].class, true)};
        private int a = 1, b = 2;
        private void writeObject(ObjectOutputStream out) throws IOException { ObjectOutputStream.PutField f = out.putFields(); f.put("x", a * 10 + b); f.put("gone", "was here"); f.put("big", new long[] {a, b}); out.writeFields(); }
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException { ObjectInputStream.GetField f = in.readFields(); int x = f.get("x", -1); a = x / 10; b = x % 10; log.append(f.get("gone", null)).append(f.defaulted("x")).append(((long[]) f.get("big", null)).length).append(' '); }
    }
    static class Single implements Serializable { static final Single ONE = new Single(); private Object readResolve() { log.append("resolve "); return ONE; } }
    static class Replaced implements Serializable {
        private static class Proxy_ implements Serializable { final String text; Proxy_(String text) { this.text = text; } private Object readResolve() { return new Replaced(text + " unfolded"); } }
        transient String text; Replaced(String text) { this.text = text; }
        protected Object writeReplace() { log.append("replace "); return new Proxy_(text); }
    }
    static class ReplacedBelow extends Replaced { ReplacedBelow() { super("below"); } }
    static class External implements Externalizable {
        int x; String s;
        public External() { log.append("External() "); }
        public void writeExternal(ObjectOutput out) throws IOException { out.writeInt(x); out.writeObject(s); }
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException { x = in.readInt(); s = (String) in.readObject(); }
    }
    static class HiddenExternal implements Externalizable { HiddenExternal(int x) { } public void writeExternal(ObjectOutput o) { } public void readExternal(ObjectInput i) { } }
    static class NoWay { NoWay(int x) { } }
    static class ChildOfNoWay extends NoWay implements Serializable { ChildOfNoWay() { super(1); } }
    static class Holder implements Serializable { Object inside = new Object(); Map<String, Object> map = new HashMap<>(); }
    static class Throws implements Serializable { private void writeObject(ObjectOutputStream out) throws IOException { throw new IOException("in writeObject"); } }
    static class NoData implements Serializable { String state = "initial"; private void readObjectNoData() { state = "no data"; } }
    static class Versioned implements Serializable { int x; String s; double[] ds; private void m() { } protected static int st; static { st = 1; } public Versioned() { } }

    static byte[] write(Object o) throws IOException { ByteArrayOutputStream bytes = new ByteArrayOutputStream(); try (ObjectOutputStream out = new ObjectOutputStream(bytes)) { out.writeObject(o); } return bytes.toByteArray(); }
    static Object read(byte[] bytes) throws Exception { return new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject(); }
    @SuppressWarnings("unchecked") static <T> T copy(T o) throws Exception { log.append("| "); return (T) read(write(o)); }
    interface Body { Object run() throws Exception; }
    static void attempt(String what, Body b) { try { System.out.println(what + " " + b.run()); } catch (Exception e) { System.out.println(what + " " + e); } }

    public static void main(String[] args) throws Exception {
        Hooks h = new Hooks(3);
        h.list.add("in"); h.bare = 40; h.skipped = "t";
        Hooks hc = copy(h);
        System.out.println(hc.kept + hc.skipped + hc.list + hc.bare + (hc.self == hc));
        Put p = copy(new Put());
        System.out.println(p.a + " " + p.b);
        System.out.println((copy(Single.ONE) == Single.ONE) + " " + copy(new Replaced("r")).text + " " + ((Replaced) copy((Object) new ReplacedBelow())).text);
        External e = new External(); e.x = 5; e.s = "ext";
        External ec = copy(e);
        System.out.println(ec.x + ec.s + " " + log);
        attempt("external without a constructor", () -> copy(new HiddenExternal(1)));
        attempt("parent without a constructor", () -> copy(new ChildOfNoWay()));
        attempt("not serializable inside", () -> copy(new Holder()));
        attempt("throws", () -> copy(new Throws()));
        attempt("object", () -> copy(new Object()));
        attempt("thread", () -> copy(Thread.currentThread()));
        attempt("wrong header", () -> read(new byte[] {1, 2, 3, 4, 5, 6}));
        attempt("cut", () -> read(Arrays.copyOf(write("some text"), 8)));
        attempt("empty", () -> read(new byte[0]));
        byte[] bytes = write(h);
        bytes[new String(bytes, "ISO-8859-1").indexOf("SerialHooks$Hooks") + "SerialHooks$Hooks".length() + 7] = 12;
        attempt("other version", () -> read(bytes));
        byte[] renamed = new String(write(new NoData()), "ISO-8859-1").replace("NoData", "Absent").getBytes("ISO-8859-1");
        attempt("absent class", () -> read(renamed));
        System.out.println(copy(new NoData()).state + " " + ObjectStreamClass.lookup(Hooks.class) + " " + Arrays.toString(ObjectStreamClass.lookup(Hooks.class).getFields()) + " " + Arrays.toString(ObjectStreamClass.lookup(Put.class).getFields()));
        System.out.println(ObjectStreamClass.lookup(Versioned.class).getSerialVersionUID() + " " + ObjectStreamClass.lookup(Bare.class) + " " + ObjectStreamClass.lookupAny(Bare.class).getSerialVersionUID() + " " + ObjectStreamClass.lookup(int[][].class).getSerialVersionUID() + " " + ObjectStreamClass.lookup(Thread.State.class).getSerialVersionUID() + " " + ObjectStreamClass.lookup(Comparator.class));
        Object[] shared = {new int[] {1}, null, "s", new StringBuilder("b"), List.of(1, 2), Map.of("k", 1), Optional.class, int.class, String[].class, new Date(0), new BitSet(), Locale.FRANCE, new java.math.BigDecimal("1.50"), UUID.nameUUIDFromBytes(new byte[1]), EnumSet.of(Thread.State.NEW), new Exception("e", new Error("cause")).getMessage(), java.time.LocalDate.of(2020, 2, 29)};
        shared[1] = shared;
        Object[] back = copy(shared);
        System.out.println((back[1] == back) + " " + Arrays.toString((int[]) back[0]) + Arrays.asList(back).subList(2, back.length));
        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(raw) { { enableReplaceObject(true); } @Override protected Object replaceObject(Object o) { return o instanceof Integer i ? "int " + i : o; } @Override protected void annotateClass(Class<?> c) throws IOException { writeUTF("note " + c.getSimpleName()); } };
        out.writeObject(List.of(1, "x")); out.writeUnshared("u"); out.reset(); out.writeObject(new Versioned()); out.flush();
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(raw.toByteArray())) { { enableResolveObject(true); } @Override protected Class<?> resolveClass(ObjectStreamClass d) throws IOException, ClassNotFoundException { log.append(readUTF()).append(", "); return super.resolveClass(d); } @Override protected Object resolveObject(Object o) { return o instanceof String s ? s.toUpperCase() : o; } };
        log.setLength(0);
        System.out.println(in.readObject() + " " + in.readUnshared() + " " + in.readObject().getClass() + " " + log);
        Throwable t = copy(new IllegalStateException("state", new IOException("cause")));
        System.out.println(t + " " + t.getCause() + " " + t.getStackTrace()[0].getMethodName());
    }
}
