import java.lang.annotation.*;
import java.lang.constant.*;
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;

// What classes, members and types say of themselves: toString, toGenericString, descriptors, array and component types, modifiers of everything, constant descriptions.
public class ClassTexts {
    public static abstract sealed class Shape permits Round, Square { protected transient volatile int x; synchronized native void dummy(); }
    static final class Round extends Shape { }
    static non-sealed class Square extends Shape { }
    interface Face<T> extends Comparable<T> { private void p() { } static void s() { } default <X> X d() { return null; } }
    record Point<N extends Number>(N x, int... more) { }
    enum Plain { A } enum Bodied { A { } }
    @Retention(RetentionPolicy.RUNTIME) @interface Mark { String[] value() default {}; }
    private static class Empty { }
    public static final double F = 1;

    static void show(Class<?> c) {
        System.out.println(c + " | " + c.toGenericString() + " | " + c.descriptorString() + " " + c.getTypeName() + " " + c.getCanonicalName() + " '" + c.getSimpleName() + "' '" + c.getPackageName() + "' " + Integer.toHexString(c.getModifiers()) + " " + c.describeConstable());
    }

    public static void main(String[] args) throws Exception {
        for (Class<?> c : List.of(int.class, void.class, boolean.class, long[].class, int[][][].class, String.class, String[].class, Map.Entry[].class, Shape.class, Round.class, Square.class, Face.class, Point.class, Plain.class, Bodied.class, Bodied.A.getClass(), Mark.class, Empty.class, Empty[][].class, Thread.State.class, MethodHandles.Lookup.class, Override.class)) show(c);
        System.out.println(int.class.arrayType() + " " + String[].class.componentType() + " " + String.class.componentType() + " " + int[].class.getComponentType() + " " + int[][].class.arrayType().getName() + " " + Class.class.componentType());
        try {
            void.class.arrayType();
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        Class<?> deep = int.class;
        for (int i = 0; i < 255; i++) deep = deep.arrayType();
        try {
            deep.arrayType();
        } catch (RuntimeException e) {
            System.out.println(deep.getName().length() + " " + e.getClass());
        }
        System.out.println(Shape.class.isSealed() + " " + Arrays.toString(Shape.class.getPermittedSubclasses()) + Arrays.toString(Square.class.getPermittedSubclasses()) + int[].class.isSealed() + int.class.getPermittedSubclasses());
        System.out.println(ClassTexts.class.getDeclaredField("F").toGenericString() + " | " + Shape.class.getDeclaredField("x") + " | " + Face.class.getDeclaredMethod("d").toGenericString() + " | " + Face.class.getDeclaredMethod("p") + " | " + Face.class.getDeclaredMethod("s") + " | " + Mark.class.getDeclaredMethod("value").toGenericString() + " | " + Mark.class.getDeclaredMethod("value"));
        System.out.println(Point.class.getDeclaredConstructors()[0].toGenericString() + " | " + Point.class.getRecordComponents()[0] + " " + Point.class.getRecordComponents()[0].getGenericType() + " " + Point.class.getRecordComponents()[0].getGenericSignature() + " " + Point.class.getRecordComponents()[1].getAccessor() + " " + String.class.getRecordComponents());
        for (Class<?> c : new Class<?>[] {int.class, int[].class, Empty[].class, Shape[].class, Runnable.class, Mark.class, Plain.class, Bodied.class, Point.class}) System.out.println(c.getSimpleName() + " " + Modifier.toString(c.getModifiers()) + " " + c.isInterface() + c.isAnnotation() + c.isSynthetic() + c.isEnum() + c.isRecord() + c.isPrimitive() + " " + c.getSuperclass() + Arrays.toString(c.getInterfaces()) + (c.getClassLoader() == null) + c.getModule().isNamed() + c.getFields().length + c.getMethods().length + c.getDeclaredConstructors().length);
        System.out.println(Arrays.toString(int[].class.getMethods().length > 8 ? int[].class.getMethod("wait").getParameterTypes() : null) + Arrays.toString(Plain.class.getEnumConstants()) + Arrays.toString(String.class.getEnumConstants()) + " " + Object.class.getSuperclass() + Runnable.class.getSuperclass() + void.class.getSuperclass());
        System.out.println(MethodType.methodType(void.class, int[].class, String.class).toMethodDescriptorString() + " " + ClassDesc.of("a.B").arrayType(2).descriptorString() + " " + ClassDesc.ofDescriptor("[[I").resolveConstantDesc(MethodHandles.lookup()));
        System.out.println(Shape.class.cast(new Round()).getClass() + " " + Shape.class.isAssignableFrom(Round.class) + int.class.isAssignableFrom(short.class) + Object[].class.isAssignableFrom(int[][].class) + Cloneable.class.isAssignableFrom(int[].class) + int.class.isInstance(1));
        try {
            Round.class.cast(new Square());
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
    }
}
