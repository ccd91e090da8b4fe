import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.*;

// Lambdas and all four kinds of method reference: captures of every type, varargs and boxing adaption, recursion, generic and intersection targets.
public class Lambdas {
    final int base;

    Lambdas(int base) { this.base = base; }

    Lambdas() { this(100); }

    int plus(int x) { return base + x; }

    static int twice(int x) { return 2 * x; }

    IntUnaryOperator adder() { return x -> x + base; }

    static long total(Integer... xs) {
        long t = 0;
        for (int x : xs) t += x;
        return t;
    }

    interface Tri<A, B, C, R> { R apply(A a, B b, C c); }

    interface LongMix { double f(int a, long b, float c, double d, byte e); }

    static class Up extends Lambdas {
        Up() { super(7); }
        int plus(int x) { return -1; }
        IntUnaryOperator parent() { return super::plus; }
    }

    static IntFunction<Integer> factorial;

    public static void main(String[] args) throws Exception {
        byte b = 1; short s = 2; char c = 'c'; long l = 1L << 40; float f = 1.5f; double d = 2.5; boolean z = true; String str = "str"; int[] arr = {5};
        Supplier<String> captures = () -> b + " " + s + " " + c + " " + l + " " + f + " " + d + " " + z + " " + str + " " + arr[0];
        arr[0] = 6;
        System.out.println(captures.get()); // expect: 1 2 c 1099511627776 1.5 2.5 true str 6
        IntUnaryOperator statik = Lambdas::twice;
        IntUnaryOperator bound = new Lambdas(10)::plus;
        ToIntBiFunction<Lambdas, Integer> unbound = Lambdas::plus;
        Supplier<Lambdas> maker = Lambdas::new;
        IntFunction<Lambdas> maker1 = Lambdas::new;
        IntFunction<int[][]> arrays = int[][]::new;
        System.out.println(statik.applyAsInt(4) + " " + bound.applyAsInt(4) + " " + unbound.applyAsInt(new Lambdas(20), 4) + " " + maker.get().base + " " + maker1.apply(3).base + " " + arrays.apply(4).length);
        System.out.println(new Up().parent().applyAsInt(1) + " " + new Up().adder().applyAsInt(1)); // expect: 8 8
        Tri<Integer, Integer, Integer, Long> varargs = Lambdas::total;
        System.out.println(varargs.apply(1, 2, 3));
        LongMix mix = (p, q, r, t, u) -> p + q + r + t + u;
        System.out.println(mix.f(1, 2, 3.5f, 4.25, (byte) -1));
        factorial = n -> n <= 1 ? 1 : n * factorial.apply(n - 1);
        System.out.println(factorial.apply(10));
        Function<Integer, Function<Integer, Function<Integer, Integer>>> curried = x -> y -> w -> x * 100 + y * 10 + w;
        System.out.println(curried.apply(1).apply(2).apply(3));
        Runnable r = (Runnable & java.io.Serializable) () -> System.out.println("intersection");
        r.run();
        System.out.println(r instanceof java.io.Serializable);
        List<Runnable> later = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int k = i;
            later.add(() -> System.out.print(k + " "));
        }
        later.forEach(Runnable::run);
        System.out.println();
        Callable<Object> thrower = () -> { throw new java.io.IOException("from lambda"); };
        try {
            thrower.call();
        } catch (java.io.IOException e) {
            System.out.println(e.getMessage());
        }
        Supplier<Runnable> same = () -> () -> {};
        System.out.println(same.get() == same.get()); // expect: true
        BiFunction<String, Integer, Character> charAt = String::charAt;
        Function<Object, String> toText = Object::toString;
        Predicate<String> empty = String::isEmpty;
        System.out.println(charAt.apply("hello", 1) + toText.apply(42) + empty.negate().or(x -> true).test(""));
        String none = null;
        try {
            Supplier<Integer> length = none::length;
            System.out.println(length.get());
        } catch (NullPointerException e) {
            System.out.println("receiver is checked at once");
        }
    }
}
