import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

// Annotations at run time: all element kinds, defaults, inheritance, repeating ones, on parameters and types, equality.
public class Annotations {
    enum Level { LOW, HIGH }
    @Retention(RetentionPolicy.RUNTIME) @Target({ElementType.TYPE_PARAMETER, ElementType.METHOD, ElementType.PARAMETER, ElementType.ANNOTATION_TYPE}) @interface Inner { int value() default 1; String name() default "in"; }
    @Retention(RetentionPolicy.RUNTIME) @Inherited @interface All {
        boolean z() default true; byte b() default 1; char c() default 'c'; short s() default 2; int i() default 3; long l() default 4; float f() default 5f; double d() default 6; String str() default "s\"q";
        Class<?> k() default String.class; Level e() default Level.LOW; Inner in() default @Inner; int[] is() default {1, 2}; String[] ss() default {}; Class<?>[] ks() default {int.class, int[][].class}; Inner[] ins() default {@Inner(5), @Inner(name = "x")}; Level[] es() default {Level.HIGH};
    }
    @Retention(RetentionPolicy.RUNTIME) @Repeatable(Tags.class) @interface Tag { String value(); }
    @Retention(RetentionPolicy.RUNTIME) @interface Tags { Tag[] value(); }
    @Retention(RetentionPolicy.CLASS) @interface Gone {}
    @Retention(RetentionPolicy.RUNTIME) @Target(ElementType.TYPE_USE) @interface Use { int value() default 0; }

    @All(i = 33, str = "changed", es = {}) @Tag("a") @Tag("b") @Gone static class A<@Inner T> { @Tag("f") @Deprecated int field; @Inner(9) void m(@Inner(2) int p, String q, @Tag("x") @Inner long r) {} List<@Use(3) String> used; }
    static class B extends A<Integer> {}

    public static void main(String[] args) throws Exception {
        All all = A.class.getAnnotation(All.class);
        System.out.println(all.z() + " " + all.b() + all.c() + all.s() + all.i() + all.l() + all.f() + all.d() + all.str() + all.k() + all.e() + all.in().name() + Arrays.toString(all.is()) + all.ss().length + Arrays.toString(all.ks()) + all.ins()[1].name() + all.es().length);
        System.out.println(all);
        System.out.println(B.class.getAnnotations().length + " " + B.class.getDeclaredAnnotations().length + " " + A.class.getAnnotationsByType(Tag.class).length + " " + A.class.isAnnotationPresent(Tag.class) + A.class.isAnnotationPresent(Tags.class) + A.class.isAnnotationPresent(Gone.class));
        System.out.println(all.equals(B.class.getAnnotation(All.class)) + " " + all.annotationType());
        Method m = A.class.getDeclaredMethod("m", int.class, String.class, long.class);
        System.out.println(m.getAnnotation(Inner.class).value() + " " + Arrays.deepToString(m.getParameterAnnotations()) + " " + m.getParameters()[0] + " " + m.getParameters()[0].isNamePresent());
        System.out.println(Arrays.toString(A.class.getDeclaredField("field").getAnnotations()) + Arrays.toString(A.class.getTypeParameters()[0].getAnnotations()));
        AnnotatedParameterizedType used = (AnnotatedParameterizedType) A.class.getDeclaredField("used").getAnnotatedType();
        System.out.println(used.getAnnotatedActualTypeArguments()[0].getAnnotation(Use.class).value() + " " + used);
        System.out.println(All.class.isAnnotation() + " " + Modifier.toString(All.class.getModifiers()) + " " + All.class.getMethod("is").getDefaultValue().getClass() + " " + Inner.class.getMethod("value").getDefaultValue());
    }
}
