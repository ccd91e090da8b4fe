import java.io.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

// Signature attributes as reflection reads them: bounds, wildcards, owners, arrays of variables, thrown variables, recursive bounds; equality and texts (JVMS 4.7.9).
public class GenericSignatures<T extends Comparable<? super T> & Serializable> {
    class Inner<U extends T> { class Deep<V extends U> { Map<T, Map<U, V[]>>[] field; } Deep<U> deep() { return null; } }
    static class Nested<K, V extends Map.Entry<K, ? extends Supplier<V[][]>>> { }
    GenericSignatures<T>.Inner<T>.Deep<T> owner;
    Map.Entry<?, ? super Integer> entry;
    List<? extends T[]>[][] array;
    Nested<String, ?> unknown;
    T bare; T[] bareArray; int plain; String[] plainArray;
    <X extends Throwable, Y extends X, Z> Z thrower(Class<? extends Y> c, List<Z>... more) throws X, IOException, Y { return null; }
    <E extends Enum<E>> GenericSignatures(E e, Inner<? super T> i) { }
    static <A extends Object & Runnable & Comparable<A>> void bounded() { }
    static abstract class Sub<Q> extends GenericSignatures<String> implements Function<List<? super Q>, Q[]>, Comparable<Sub<Q>> { Sub() { super(Thread.State.NEW, null); } }

    static void show(String what, Type t) {
        StringBuilder s = new StringBuilder(what + ": " + t.getTypeName() + " " + (t instanceof Class ? "Class" : t.getClass().getInterfaces()[0].getSimpleName()));
        if (t instanceof ParameterizedType p) { s.append(" raw ").append(p.getRawType()).append(" owner ").append(p.getOwnerType()).append(" args ").append(Arrays.toString(p.getActualTypeArguments())); }
        if (t instanceof GenericArrayType a) s.append(" of ").append(a.getGenericComponentType());
        if (t instanceof TypeVariable<?> v) s.append(" by ").append(v.getGenericDeclaration()).append(" bounds ").append(Arrays.toString(v.getBounds()));
        if (t instanceof WildcardType w) s.append(" upper ").append(Arrays.toString(w.getUpperBounds())).append(" lower ").append(Arrays.toString(w.getLowerBounds()));
        System.out.println(s);
        if (t instanceof ParameterizedType p) for (Type x : p.getActualTypeArguments()) if (!(x instanceof Class) && !(x instanceof TypeVariable)) show("  " + what, x);
    }

    public static void main(String[] args) throws Exception {
        Class<?> c = GenericSignatures.class;
        for (Field f : c.getDeclaredFields()) { show(f.getName(), f.getGenericType()); System.out.println("  " + f.toGenericString()); }
        show("deep", GenericSignatures.Inner.Deep.class.getDeclaredField("field").getGenericType());
        show("result", GenericSignatures.Inner.class.getDeclaredMethod("deep").getGenericReturnType());
        Method m = c.getDeclaredMethod("thrower", Class.class, List[].class);
        System.out.println(m.toGenericString() + " | " + m);
        for (Type t : m.getGenericExceptionTypes()) show("throws", t);
        for (Type t : m.getGenericParameterTypes()) show("takes", t);
        for (TypeVariable<?> v : m.getTypeParameters()) show("variable", v);
        Constructor<?> k = c.getDeclaredConstructor(Enum.class, GenericSignatures.Inner.class);
        System.out.println(k.toGenericString() + " | " + k + " " + Arrays.toString(k.getTypeParameters()[0].getBounds()));
        for (Type t : Sub.class.getGenericInterfaces()) show("implements", t);
        show("extends", Sub.class.getGenericSuperclass());
        for (Class<?> x : new Class<?>[] {c, GenericSignatures.Inner.class, Nested.class, Sub.class, Map.class, int[].class, Enum.class}) System.out.println(x.toGenericString() + " " + Arrays.toString(x.getTypeParameters()));
        System.out.println(c.getDeclaredMethod("bounded").toGenericString() + " " + Arrays.toString(c.getDeclaredMethod("bounded").getTypeParameters()[0].getBounds()));
        Type one = c.getDeclaredField("owner").getGenericType();
        Type two = c.getDeclaredField("owner").getGenericType();
        System.out.println(one.equals(two) + " " + (one.hashCode() == two.hashCode()) + " " + c.getTypeParameters()[0].equals(((TypeVariable<?>) c.getDeclaredField("bare").getGenericType())) + " " + one.equals(c.getDeclaredField("entry").getGenericType()));
    }
}
