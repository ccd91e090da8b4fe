import java.io.IOException;
import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

// RuntimeVisibleTypeAnnotations in every place that reflection can show: supertypes, bounds, fields, arrays, nested types, receivers, throws, records (JVMS 4.7.20).
public class TypeAnnotations {
    @Retention(RetentionPolicy.RUNTIME) @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER}) @Repeatable(Many.class) @interface A { int value() default 0; }
    @Retention(RetentionPolicy.RUNTIME) @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER}) @interface Many { A[] value(); }
    static class Base<T> { }
    static class Outer { class Deep { class Deeper<Q> { } } static class Flat { } }

    static class Sub<@A(1) T extends @A(2) Object & @A(3) Comparable<@A(4) T>, @A(5) U> extends @A(6) Base<@A(7) String> implements @A(8) Runnable, @A(9) Comparable<@A(10) Sub<?, ? super @A(11) Integer>> {
        @A(12) int @A(13) [] @A(14) [] grid;
        Map<@A(15) ? extends @A(16) Number, @A(17) List<@A(18) int @A(19) []>> map;
        @A(20) Outer.@A(21) Deep.@A(22) Deeper<@A(23) String> nested;
        Outer.@A(24) Flat flat;
        @A(25) @A(26) T twice;
        <@A(27) M extends @A(28) Number> @A(29) String method(@A(30) Sub<T, U> this, @A(31) M m, @A(32) long @A(33) ... rest) throws @A(34) IOException, @A(35) RuntimeException { return null; }
        @A(36) Sub() throws @A(37) Error { }
        public void run() { }
        public int compareTo(Sub<?, ? super Integer> o) { return 0; }
        class Inside { @A(38) Inside(@A(39) Sub<T, U> Sub.this) { } }
    }
    record R(@A(40) String name, List<@A(41) Integer> list) { }
    interface Lone { @A(42) int get(); }

    static String show(AnnotatedType t) {
        if (t == null) return "null";
        StringBuilder s = new StringBuilder(Arrays.toString(t.getAnnotations()).replace("TypeAnnotations.", ""));
        s.append(' ').append(t.getClass().getSimpleName().replace("Impl", ""));
        if (t instanceof AnnotatedArrayType a) s.append("<").append(show(a.getAnnotatedGenericComponentType())).append(">");
        if (t instanceof AnnotatedParameterizedType p) for (AnnotatedType x : p.getAnnotatedActualTypeArguments()) s.append("<").append(show(x)).append(">");
        if (t instanceof AnnotatedWildcardType w) s.append(" upper ").append(all(w.getAnnotatedUpperBounds())).append(" lower ").append(all(w.getAnnotatedLowerBounds()));
        if (t.getAnnotatedOwnerType() != null) s.append(" in ").append(show(t.getAnnotatedOwnerType()));
        return s.toString();
    }
    static String all(AnnotatedType[] types) {
        StringBuilder s = new StringBuilder();
        for (AnnotatedType t : types) s.append('{').append(show(t)).append('}');
        return s.toString();
    }

    public static void main(String[] args) throws Exception {
        Class<?> c = Sub.class;
        System.out.println(show(c.getAnnotatedSuperclass()) + " | " + all(c.getAnnotatedInterfaces()));
        for (TypeVariable<?> v : c.getTypeParameters()) System.out.println(v + " " + Arrays.toString(v.getAnnotations()) + " " + all(v.getAnnotatedBounds()));
        for (String name : new String[] {"grid", "map", "nested", "flat", "twice"}) {
            AnnotatedType t = c.getDeclaredField(name).getAnnotatedType();
            System.out.println(name + " " + show(t) + " | " + t + " | " + t.getAnnotationsByType(A.class).length);
        }
        Method m = c.getDeclaredMethod("method", Number.class, long[].class);
        System.out.println(show(m.getAnnotatedReturnType()) + " | " + show(m.getAnnotatedReceiverType()) + " | " + all(m.getAnnotatedParameterTypes()) + " | " + all(m.getAnnotatedExceptionTypes()) + " | " + all(m.getTypeParameters()[0].getAnnotatedBounds()) + Arrays.toString(m.getTypeParameters()[0].getAnnotations()));
        Constructor<?> k = c.getDeclaredConstructor();
        System.out.println(show(k.getAnnotatedReturnType()) + " | " + show(k.getAnnotatedReceiverType()) + " | " + all(k.getAnnotatedExceptionTypes()));
        Constructor<?> in = c.getDeclaredClasses()[0].getDeclaredConstructor(Sub.class);
        System.out.println(show(in.getAnnotatedReturnType()) + " | " + show(in.getAnnotatedReceiverType()) + " | " + all(in.getAnnotatedParameterTypes()));
        for (RecordComponent r : R.class.getRecordComponents()) System.out.println(r + " " + show(r.getAnnotatedType()) + " " + show(r.getAccessor().getAnnotatedReturnType()));
        System.out.println(all(R.class.getDeclaredConstructors()[0].getAnnotatedParameterTypes()) + " " + show(Lone.class.getMethod("get").getAnnotatedReturnType()) + " " + show(Object.class.getAnnotatedSuperclass()) + all(int.class.getAnnotatedInterfaces()) + show(int[].class.getAnnotatedSuperclass()));
        System.out.println(c.getDeclaredField("map").getAnnotatedType().equals(c.getDeclaredField("map").getAnnotatedType()));
    }
}
