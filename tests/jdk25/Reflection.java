// JEP 416: reflection over method handles; also proxies, annotations and modifiers.
import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

public class Reflection {
  @Retention(RetentionPolicy.RUNTIME) @interface Note { String value() default "d"; int[] numbers() default {1, 2}; Class<?> type() default Object.class; }
  @Note("on class") private static final class Subject<T extends Number> {
    private int field = 5;
    static final String CONSTANT = "c";
    volatile transient long other;
    private Subject(int a, String... more) { field = a + more.length; }
    Subject() {}
    @Note(numbers = {}) private int add(int a, long b, double c) { return (int) (field + a + b + c); }
    static void thrower() throws java.io.IOException { throw new java.io.IOException("thrown"); }
    <U> List<? extends U> generic(Map<String, T[]> in) { return null; }
  }
  interface Shape { default String name() { return "shape " + sides(); } int sides(); }
  sealed interface Sealed permits One, Two {}
  record One() implements Sealed {}
  static non-sealed class Two implements Sealed {}
  private enum Mode { A { int x() { return 1; } }, B; int x() { return 0; } }

  public static void main(String[] args) throws Throwable {
    Class<?> c = Subject.class;
    var constructor = c.getDeclaredConstructor(int.class, String[].class);
    constructor.setAccessible(true);
    Object subject = constructor.newInstance(3, new String[] {"x"});
    Method add = c.getDeclaredMethod("add", int.class, long.class, double.class);
    add.setAccessible(true);
    int sum = 0;
    for (int i = 0; i < 50; i++) sum += (Integer) add.invoke(subject, i, 2L, 1.5);
    System.out.println(sum + " " + add + " " + add.getAnnotations().length + " " + add.getAnnotation(Note.class).value());
    try { add.invoke(subject, 1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    try { add.invoke("wrong", 1, 2L, 3.0); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    try { add.invoke(subject, "a", 2L, 3.0); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    try { add.invoke(null, 1, 2L, 3.0); } catch (NullPointerException e) { System.out.println("npe"); }
    try { c.getDeclaredMethod("thrower").invoke(null); } catch (InvocationTargetException e) { System.out.println(e.getCause()); }
    for (Field f : c.getDeclaredFields()) System.out.println(f + " " + Modifier.toString(f.getModifiers()));
    Field field = c.getDeclaredField("field");
    field.setAccessible(true);
    field.setInt(subject, 9);
    System.out.println(field.get(subject) + " " + c.getDeclaredField("CONSTANT").get(null));
    try { c.getDeclaredField("CONSTANT").set(null, "z"); } catch (IllegalAccessException e) { System.out.println(e.getMessage()); }
    System.out.println(Arrays.toString(c.getTypeParameters()) + " " + c.getDeclaredMethod("generic", Map.class).toGenericString());
    System.out.println(c.getAnnotation(Note.class).value() + " " + c.getAnnotation(Note.class).type() + " " + Modifier.toString(c.getModifiers()));
    Shape proxy = (Shape) Proxy.newProxyInstance(Reflection.class.getClassLoader(), new Class<?>[] {Shape.class},
        (p, m, a) -> m.isDefault() ? InvocationHandler.invokeDefault(p, m, a) : m.getName().length());
    System.out.println(proxy.name() + " " + proxy.sides() + " " + Proxy.isProxyClass(proxy.getClass()));
    System.out.println(Sealed.class.isSealed() + Arrays.toString(Sealed.class.getPermittedSubclasses()) + One.class.isRecord() + Two.class.isSealed());
    for (Class<?> k : new Class<?>[] {int.class, void.class, int[].class, String[][].class, Note.class, Shape.class, Mode.class, Mode.A.getClass(), Subject.class, new Object() {}.getClass(), Map.Entry[].class, Thread.State.class}) {
      System.out.println(k + " " + k.isArray() + k.isPrimitive() + k.isInterface() + k.isEnum() + k.isAnnotation() + k.isAnonymousClass() + k.isMemberClass() + " " + Modifier.toString(k.getModifiers()) + " " + k.getSimpleName() + " " + k.getComponentType() + " " + k.accessFlags().size() + " " + k.getEnclosingClass() + " " + k.getNestHost());
    }
    Object array = Array.newInstance(int.class, 3);
    Array.set(array, 1, 4);
    System.out.println(Array.getInt(array, 1) + " " + Array.newInstance(String.class, 2, 3).getClass());
    System.out.println(Reflection.class.getProtectionDomain().getCodeSource() != null);
    System.out.println(String.class.getProtectionDomain().getCodeSource() + " " + String.class.getModule() + " " + Reflection.class.getModule().isNamed());
    System.out.println(c.getDeclaredConstructors().length + " " + c.getMethods().length + " " + Mode.B.x() + Mode.A.x());
  }
}
