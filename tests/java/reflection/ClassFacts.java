import java.lang.reflect.*;
import java.util.*;

// What Class says of itself: modifiers, super types with arguments, enclosing places, arrays, hidden facts of lambdas, constants of enums.
public class ClassFacts {
    static abstract class G<T extends Number & Runnable> implements Comparable<G<T>>, java.io.Serializable { class In<U> {} enum E { X } @interface An {} record R(int a) {} interface Fn {} }
    static final class H extends ArrayList<Map<String, int[]>> {}
    static Object local() { class L {} return new L(); }

    public static void main(String[] args) throws Exception {
        Class<?>[] all = {Object.class, int.class, void.class, int[].class, String[][].class, G.class, G.In.class, G.E.class, G.An.class, G.R.class, G.Fn.class, H.class, local().getClass(), new Object() {}.getClass(), Map.Entry.class, Thread.State.class, Override.class};
        for (Class<?> c : all) {
            System.out.println(c + " | " + c.getName() + " " + c.getSimpleName() + " " + c.getTypeName() + " " + c.getCanonicalName() + " " + c.getPackageName() + " | " + Modifier.toString(c.getModifiers()) + " | " + c.getSuperclass() + " " + c.getGenericSuperclass() + Arrays.toString(c.getGenericInterfaces()) + " " + c.getDeclaringClass() + " " + c.getEnclosingClass() + " " + c.getEnclosingMethod());
            System.out.println("  " + c.isInterface() + c.isPrimitive() + c.isArray() + c.isEnum() + c.isAnnotation() + c.isRecord() + c.isAnonymousClass() + c.isLocalClass() + c.isMemberClass() + c.isSynthetic() + c.isHidden() + " " + c.descriptorString() + " " + (c == void.class ? null : c.arrayType()));
        }

        Runnable r = () -> {};
        System.out.println(r.getClass().isHidden() + " " + r.getClass().isSynthetic() + " " + r.getClass().getName().startsWith("ClassFacts$$Lambda$") + " " + r.getClass().getInterfaces()[0] + " " + r.getClass().getNestHost());
        System.out.println(Arrays.toString(G.class.getTypeParameters()[0].getBounds()) + " " + G.class.toGenericString() + " " + Arrays.toString(G.E.class.getEnumConstants()) + " " + ((ParameterizedType) H.class.getGenericSuperclass()).getActualTypeArguments()[0]);
        System.out.println(Integer.TYPE == int.class ? "same" : "other");
        System.out.println(String.class.getPackage().getName() + " " + ClassFacts.class.getPackage().getName().isEmpty() + " " + String.class.getModule().getDescriptor().name() + " " + ClassFacts.class.getProtectionDomain().getCodeSource().getLocation().getProtocol() + " " + Object.class.getProtectionDomain().getCodeSource());
        Class<?>[] inner = G.class.getDeclaredClasses();
        Arrays.sort(inner, Comparator.comparing(Class::getName));
        System.out.println(Arrays.toString(inner) + " " + Integer.class.asSubclass(Number.class) + " " + List.class.isInstance(List.of()));
        try {
            String.class.asSubclass(Number.class);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
    }
}
