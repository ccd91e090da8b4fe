// javac: -parameters
import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

// Executable.getParameters with a MethodParameters attribute: names, final, implicit and synthetic ones, generic types, varargs, annotations
// that skip what the compiler added (JVMS 4.7.24, 4.7.18).
public class ParametersSeen {
    @Retention(RetentionPolicy.RUNTIME) @interface Note { String value(); }

    enum Grade { LOW(1), HIGH(2); Grade(@Note("enum") int points) { } }
    record Pair<T>(@Note("left") T left, int... rest) { }
    class Inner { Inner(@Note("inner") String s, final List<? extends Number> numbers) { } }
    static <X extends Comparable<X>> void plain(final X x, int[] array, List<X>... lists) { }
    interface Shape { double area(double scale, @Note("n") @Deprecated long n); void none(); }

    static void show(Executable e) {
        System.out.println(e.getDeclaringClass().getSimpleName() + "." + e.getName() + " " + e.getParameterCount() + " " + e.isVarArgs() + " " + e.isSynthetic());
        for (Parameter p : e.getParameters()) {
            System.out.println("  " + p + " | " + p.getName() + " " + Modifier.toString(p.getModifiers()) + " " + p.isNamePresent() + p.isImplicit() + p.isSynthetic() + p.isVarArgs() + " " + p.getType() + " " + p.getParameterizedType() + " " + Arrays.toString(p.getAnnotations()) + " " + p.getAnnotatedType());
        }
        System.out.println("  " + Arrays.deepToString(e.getParameterAnnotations()) + " " + Arrays.toString(e.getGenericParameterTypes()));
    }

    public static void main(String[] args) throws Exception {
        int captured = args.length;
        class Local { Local(@Note("local") int own) { System.out.println(captured + own); } }
        Object anonymous = new Object() { int seen() { return captured; } };
        for (Class<?> c : new Class<?>[] {Grade.class, Pair.class, Inner.class, Local.class, anonymous.getClass()}) {
            for (Constructor<?> k : c.getDeclaredConstructors()) show(k);
        }
        show(ParametersSeen.class.getDeclaredMethod("plain", Comparable.class, int[].class, List[].class));
        show(Shape.class.getDeclaredMethod("area", double.class, long.class));
        show(Shape.class.getDeclaredMethod("none"));
        show(Grade.class.getDeclaredMethod("valueOf", String.class));
        show(Pair.class.getDeclaredMethod("equals", Object.class));
        show(String.class.getMethod("join", CharSequence.class, CharSequence[].class)); // no attribute: arg0, arg1
        Parameter p = Shape.class.getDeclaredMethod("area", double.class, long.class).getParameters()[1];
        Parameter same = Shape.class.getDeclaredMethod("area", double.class, long.class).getParameters()[1];
        System.out.println(p.equals(same) + " " + (p.hashCode() == same.hashCode()) + " " + p.getDeclaringExecutable());
    }
}
