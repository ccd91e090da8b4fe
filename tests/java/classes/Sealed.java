import java.util.Arrays;

// Sealed hierarchies, instanceof patterns with scope and conditions, permitted subclasses seen by reflection.
public class Sealed {
    sealed interface Expr permits Num, Add, Mul, Neg {}
    record Num(long v) implements Expr {}
    record Add(Expr l, Expr r) implements Expr {}
    record Mul(Expr l, Expr r) implements Expr {}
    static final class Neg implements Expr {
        final Expr e;
        Neg(Expr e) { this.e = e; }
    }

    static abstract sealed class Animal permits Dog, Cat {}
    static non-sealed class Dog extends Animal {}
    static final class Cat extends Animal {}
    static class Puppy extends Dog {}

    static long eval(Expr e) {
        if (e instanceof Num n) return n.v();
        if (e instanceof Add a) return eval(a.l()) + eval(a.r());
        if (e instanceof Mul m && m.l() instanceof Num n && n.v() == 0) return 0;
        if (e instanceof Mul m) return eval(m.l()) * eval(m.r());
        if (!(e instanceof Neg neg)) throw new AssertionError();
        return -eval(neg.e);
    }

    static String show(Object o) {
        if (o instanceof String s && !s.isEmpty()) return "string " + s.length();
        if (!(o instanceof Integer i)) return "other " + (o instanceof int[] a ? a.length : -1);
        return i > 10 ? "big" : "small";
    }

    public static void main(String[] args) {
        Expr e = new Add(new Num(5), new Mul(new Neg(new Num(3)), new Add(new Num(1), new Num(1L << 33))));
        System.out.println(eval(e) + " " + eval(new Mul(new Num(0), null))); // expect: -25769803774 0
        System.out.println(e.toString().replaceAll("@[0-9a-f]+", "@"));
        System.out.println(show("abc") + show("") + show(5) + show(50) + show(new int[4]) + show(null));
        System.out.println(Expr.class.isSealed() + " " + Dog.class.isSealed() + " " + Arrays.toString(Expr.class.getPermittedSubclasses()) + Arrays.toString(Animal.class.getPermittedSubclasses()) + Cat.class.getPermittedSubclasses());
        Animal[] animals = {new Dog(), new Puppy(), new Cat()};
        for (Animal a : animals) System.out.print((a instanceof Dog d && d.getClass() != Dog.class) + " " + (a instanceof Cat) + "; ");
        System.out.println();
    }
}
