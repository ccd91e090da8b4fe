import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

// What annotations promise beyond their values: equality and hash codes, toString with escapes, copies of arrays, inheritance with repetition,
// proxies behind them, bridges and overriders, annotations made by hand.
public class AnnotationRules {
    enum Level { LOW, HIGH { @Override public String toString() { return "renamed"; } } }
    @Retention(RetentionPolicy.RUNTIME) @interface Empty { }
    @Retention(RetentionPolicy.RUNTIME) @interface Every {
        char c() default '\''; String s() default "tab\t\"quote\" back\\ \u00e9 \n"; byte b() default (byte) 0xfe; long l() default 5; float f() default 1f / 0; double d() default Double.NaN;
        Class<?> k() default Map.Entry.class; Level level() default Level.HIGH; int[] none() default {}; char[] cs() default {'a', '\n'}; Empty in() default @Empty; Class<?>[] ks() default {int[].class, void.class};
    }
    @Retention(RetentionPolicy.RUNTIME) @Inherited @Repeatable(Roles.class) @interface Role { String value(); }
    @Retention(RetentionPolicy.RUNTIME) @Inherited @interface Roles { Role[] value(); }
    @Retention(RetentionPolicy.SOURCE) @interface Source { }

    @Every @Source static class P { @Role("field") int f; @Every(l = 6) void over(Object o) { } }
    @Role("one") static class Single { }
    static class Below extends Single { }
    @Role("two") @Role("three") static class Double_ extends Single { }
    static class Last extends Double_ { }
    @Roles({@Role("packed")}) static class Container extends Double_ { }
    static abstract class Generic<T> { @Role("generic") abstract T make(T t); }
    static class Bound extends Generic<String> { @Override @Role("bound") String make(String s) { return s; } }

    public static void main(String[] args) throws Throwable {
        Every a = P.class.getAnnotation(Every.class);
        Every again = P.class.getDeclaredMethod("over", Object.class).getAnnotation(Every.class);
        System.out.println(new TreeSet<>(List.of(a.toString().replaceAll("^[^(]*\\(|\\)$", "").split(", (?=[a-z]+=)")))); // the order is that of a HashMap
        System.out.println(again.l() + " " + a.equals(again) + " " + a.equals(a) + " " + (a.hashCode() == again.hashCode()) + " " + a.equals("x"));
        System.out.println(Proxy.isProxyClass(a.getClass()) + " " + a.annotationType() + " " + Arrays.toString(a.getClass().getInterfaces()) + " " + P.class.getAnnotations().length);
        char[] copy = a.cs();
        copy[0] = 'z';
        System.out.println(a.cs()[0] + " " + (a.cs() == a.cs()) + " " + a.level().name() + " " + a.in() + " " + a.in().hashCode());
        Role byHand = new Role() {
            public String value() { return "one"; }
            public Class<? extends Annotation> annotationType() { return Role.class; }
            @Override public boolean equals(Object o) { return o instanceof Role r && r.value().equals("one"); }
            @Override public int hashCode() { return (127 * "value".hashCode()) ^ "one".hashCode(); }
        };
        Role real = Single.class.getAnnotation(Role.class);
        System.out.println(real.equals(byHand) + " " + byHand.equals(real) + " " + (real.hashCode() == byHand.hashCode()));
        for (Class<?> c : new Class<?>[] {Single.class, Below.class, Double_.class, Last.class, Container.class}) {
            System.out.println(c.getSimpleName() + " " + Arrays.toString(c.getAnnotations()) + Arrays.toString(c.getDeclaredAnnotations()) + Arrays.toString(c.getAnnotationsByType(Role.class)) + Arrays.toString(c.getDeclaredAnnotationsByType(Role.class)) + c.getAnnotation(Role.class) + c.isAnnotationPresent(Roles.class));
        }
        TreeSet<String> makes = new TreeSet<>();
        for (Method m : Bound.class.getDeclaredMethods()) makes.add(m.getReturnType().getSimpleName() + m.isBridge() + m.isSynthetic() + Arrays.toString(m.getAnnotations()));
        System.out.println(makes);
        InvocationHandler h = Proxy.getInvocationHandler(real);
        System.out.println(h.getClass().getSimpleName() + " " + h.invoke(real, Role.class.getMethod("value"), null));
        System.out.println(Arrays.toString(Empty.class.getAnnotations()) + " " + Role.class.getAnnotation(Repeatable.class) + " " + Override.class.getAnnotation(Target.class) + " " + Deprecated.class.getAnnotation(Target.class) + " " + FunctionalInterface.class.isAnnotationPresent(Documented.class));
        System.out.println(Thread.class.getMethod("stop").getAnnotation(Deprecated.class) + " " + Role.class.getMethod("value").getDefaultValue() + " " + Every.class.getMethod("cs").getDefaultValue().getClass() + " " + Role.class.getMethod("annotationType").getDeclaringClass());
        Field f = P.class.getDeclaredField("f");
        System.out.println(f.getAnnotation(Role.class) + " " + (f.getAnnotation(Role.class) == f.getAnnotation(Role.class)) + " " + f.getAnnotation(Empty.class));
        try {
            P.class.getAnnotation(null);
        } catch (NullPointerException e) {
            System.out.println("null refused");
        }
    }
}
