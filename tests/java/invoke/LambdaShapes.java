import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.*;
import static java.lang.invoke.MethodType.methodType;

// Lambdas of every capture shape, the four kinds of method reference, bridges and markers, a lambda through serialization, LambdaMetafactory by hand.
public class LambdaShapes {
    interface Wide { String call(long a, double b, int c, Object d, float e); }
    interface Marker { }
    interface Source<T> extends Supplier<T>, Serializable { }
    interface Narrow extends Function<Object, String> { String apply(Object o); }
    interface Throws<E extends Exception> { void run() throws E; }

    static class Parent {
        String name() { return "parent"; }
        protected String join(Object... all) { return all.length + name(); }
    }

    static class Child extends Parent {
        @Override
        String name() { return "child"; }
        Supplier<String> above() { return super::name; }
        Supplier<Supplier<String>> nested() { return () -> () -> this.name() + super.name(); }
        BiFunction<Object, Object, String> varargs() { return this::join; }
    }

    static Wide wide(byte p, long q, double r, char s, String t, boolean u, float v, short w) {
        return (a, b, c, d, e) -> a + "," + b + "," + c + "," + d + "," + e + "/" + p + q + r + s + t + u + v + w;
    }

    static <T, R> List<R> map(List<T> in, Function<? super T, ? extends R> f) {
        List<R> out = new ArrayList<>();
        for (T t : in) out.add(f.apply(t));
        return out;
    }

    static String target(int x, Integer y) { return x + ":" + y; }

    public static void main(String[] args) throws Throwable {
        System.out.println(wide((byte) 1, 2L, 3.0, 'c', "t", true, 7f, (short) 8).call(1L << 40, 0.5, -1, null, 2.5f));
        Child child = new Child();
        System.out.println(child.above().get() + " " + child.nested().get().get() + " " + child.varargs().apply(1, 2)); // expect: parent childparent 2child
        Function<Integer, int[]> array = int[]::new;
        IntFunction<List<String>[]> generic = List[]::new;
        System.out.println(array.apply(4).length + " " + generic.apply(2).length);
        System.out.println(map(List.of("a", "bb"), String::length) + " " + map(List.of(1, 2), "xyz"::charAt) + " " + map(List.of("7"), Integer::parseInt) + " " + map(List.of("s"), StringBuilder::new));
        ToLongFunction<Integer> unboxed = Integer::intValue;
        ObjIntConsumer<StringBuilder> append = StringBuilder::append;
        StringBuilder builder = new StringBuilder();
        append.accept(builder, 5);
        Supplier<Object> enclosed = child::hashCode;
        IntBinaryOperator max = Math::max;
        BinaryOperator<Integer> boxedMax = Math::max;
        BiPredicate<String, Object> equals = String::equals;
        System.out.println(unboxed.applyAsLong(9) + " " + builder + " " + (enclosed.get().equals(child.hashCode())) + " " + max.applyAsInt(1, 2) + boxedMax.apply(3, 4) + equals.test("a", "a"));
        try {
            Child none = null;
            Supplier<String> never = none::name;
            System.out.println(never);
        } catch (NullPointerException e) {
            System.out.println("null receiver refused when made");
        }
        Narrow narrow = String::valueOf;
        System.out.println(((Function<Object, String>) narrow).apply(12) + narrow.andThen(String::length).apply("four"));
        Runnable marked = (Runnable & Marker & Serializable) () -> { };
        System.out.println((marked instanceof Marker) + " " + (marked instanceof Serializable) + " " + marked.getClass().isHidden() + " " + marked.getClass().isSynthetic() + " " + Comparator.<Integer>naturalOrder().reversed().compare(1, 2));
        Runnable[] same = new Runnable[2], each = new Runnable[2];
        for (int k = 0; k < 2; k++) {
            int copy = k;
            same[k] = () -> { };
            each[k] = () -> System.out.print(copy + " ");
        }
        each[0].run();
        each[1].run();
        System.out.println((same[0] == same[1]) + " " + (each[0] == each[1]) + " " + (each[0].getClass() == each[1].getClass()));
        try {
            Throws<Exception> thrower = () -> { throw new java.io.IOException("checked"); };
            thrower.run();
        } catch (java.io.IOException e) {
            System.out.println(e.getMessage() + " " + e.getStackTrace()[0].getMethodName().startsWith("lambda$main$") + " " + e.getStackTrace()[1].getMethodName());
        }
        String captured = "kept";
        int number = 42;
        Source<String> source = () -> captured + number;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(source);
            out.writeObject((Function<String, Integer> & Serializable) String::length);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            System.out.println(((Source<?>) in.readObject()).get() + " " + ((Function<String, Integer>) (Object) in.readObject()).apply("seven77"));
        }
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle target = lookup.findStatic(LambdaShapes.class, "target", methodType(String.class, int.class, Integer.class));
        CallSite site = LambdaMetafactory.metafactory(lookup, "apply", methodType(Function.class, int.class), methodType(Object.class, Object.class), target, methodType(String.class, Integer.class));
        System.out.println(((Function<Object, Object>) site.getTarget().invokeExact(3)).apply(4)); // expect: 3:4
        CallSite bridged = LambdaMetafactory.altMetafactory(lookup, "apply", methodType(Narrow.class, int.class), methodType(String.class, Object.class), target, methodType(String.class, Integer.class),
            LambdaMetafactory.FLAG_BRIDGES | LambdaMetafactory.FLAG_MARKERS, 1, Marker.class, 1, methodType(Object.class, Object.class));
        Object made = bridged.getTarget().invoke(8);
        System.out.println(((Function<Object, String>) made).apply(9) + " " + (made instanceof Marker));
        try {
            ((Function<Object, Object>) made).apply("not an Integer");
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        try {
            LambdaMetafactory.metafactory(lookup, "apply", methodType(Function.class), methodType(Object.class, Object.class), target, methodType(String.class, Integer.class));
        } catch (Exception e) {
            System.out.println(e.getMessage());
        }
    }
}
