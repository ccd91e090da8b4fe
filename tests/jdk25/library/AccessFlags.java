// What reflection tells of classes on 25: flags by place, sealed and record parts, annotations on types, names of primitives, modules.
import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.stream.*;

public class AccessFlags {
  @Target({ElementType.TYPE_USE, ElementType.PARAMETER, ElementType.FIELD, ElementType.METHOD, ElementType.TYPE, ElementType.RECORD_COMPONENT, ElementType.CONSTRUCTOR, ElementType.TYPE_PARAMETER}) @Retention(RetentionPolicy.RUNTIME) @Repeatable(Marks.class) @interface Mark { String value() default "-"; int[] n() default {}; Thread.State state() default Thread.State.NEW; Class<?>[] types() default {}; Deprecated nested() default @Deprecated(since = "5"); }
  @Target({ElementType.TYPE_USE, ElementType.PARAMETER, ElementType.FIELD, ElementType.METHOD, ElementType.TYPE, ElementType.RECORD_COMPONENT, ElementType.CONSTRUCTOR, ElementType.TYPE_PARAMETER}) @Retention(RetentionPolicy.RUNTIME) @interface Marks { Mark[] value(); }
  @Mark("one") @Mark(value = "two", n = {1, 2}, types = {int.class, String[].class}) sealed static abstract class Root<@Mark("variable") T extends @Mark("bound") Comparable<@Mark("argument") ? super T>> permits Leaf, Open {
    @Mark("field") protected transient volatile List<@Mark("element") String @Mark("array") []> field;
    @Mark("constructor") Root(@Mark("parameter") final int a) {}
    @Mark("method") protected synchronized final native0 m() { return null; }
    static class native0 {}
    abstract <E extends Exception & Runnable> void g(T t, E... es) throws E, @Mark("thrown") IllegalStateException;
  }
  static final class Leaf extends Root<String> { Leaf() { super(1); } <E extends Exception & Runnable> void g(String s, E... es) throws E {} }
  static non-sealed class Open extends Root<Integer> { Open() { super(2); } <E extends Exception & Runnable> void g(Integer i, E... es) throws E {} }
  record Rec<T>(@Mark("component") int a, List<@Mark("inside") T> b, String... c) { Rec { } static int extra; }
  interface Itf { int CONSTANT = 1; void a(); default void d() {} static void s() {} private void p() {} }

  static String plain(Object o) { return String.valueOf(o).replaceAll("@[0-9a-f]{3,}", "@"); }

  public static void main(String[] args) throws Exception {
    for (Class<?> c : new Class<?>[] {Root.class, Leaf.class, Open.class, Rec.class, Itf.class, Mark.class, Thread.State.class, int[].class, void.class, Map.Entry.class, ((Runnable) () -> {}).getClass()})
      System.out.println(c.getSimpleName().replaceAll("Lambda.*", "Lambda") + " " + c.accessFlags() + " " + c.isSealed() + c.isRecord() + c.isHidden() + c.isSynthetic() + " " + (c.isHidden() ? "" : plain(c.getPackageName() + " " + c.toGenericString() + " " + c.describeConstable().map(Object::toString).orElse("none"))) + " " + Arrays.toString(c.getPermittedSubclasses()));
    for (Class<?> c : List.of(Root.class, Itf.class, Rec.class)) {
      for (Method m : Arrays.stream(c.getDeclaredMethods()).sorted(Comparator.comparing(Method::toString)).toList()) System.out.println(m.accessFlags() + " " + plain(m.toGenericString()) + " " + plain(Arrays.toString(m.getAnnotations())));
      for (Field f : c.getDeclaredFields()) System.out.println(f.accessFlags() + " " + f.toGenericString() + " " + Arrays.toString(f.getAnnotations()) + " " + f.getAnnotatedType());
      for (Constructor<?> k : c.getDeclaredConstructors()) System.out.println(k.accessFlags() + " " + k.toGenericString() + " " + Arrays.toString(k.getParameters()) + " " + Arrays.deepToString(k.getParameterAnnotations()) + " " + k.isVarArgs());
    }
    System.out.println(Arrays.toString(Root.class.getAnnotationsByType(Mark.class)) + " " + Root.class.getAnnotation(Mark.class) + " " + Root.class.getAnnotation(Marks.class).value().length);
    System.out.println(Root.class.getTypeParameters()[0].getAnnotatedBounds()[0] + " " + Arrays.toString(Root.class.getTypeParameters()[0].getAnnotations()) + " " + Leaf.class.getAnnotatedSuperclass());
    for (RecordComponent r : Rec.class.getRecordComponents()) System.out.println(r + " " + r.getGenericType() + " " + r.getAnnotatedType() + " " + Arrays.toString(r.getAnnotations()) + " " + r.getAccessor() + " " + r.getGenericSignature());
    System.out.println(Arrays.toString(new Rec<>(1, List.of("x"), "c").getClass().getDeclaredConstructors()[0].getGenericParameterTypes()) + " " + new Rec<>(1, null) .equals(new Rec<>(1, null)));
    for (String name : List.of("int", "void", "java.lang.Integer", "boolean", "")) System.out.println(Class.forPrimitiveName(name));
    System.out.println(AccessFlag.maskToAccessFlags(0x0031, AccessFlag.Location.CLASS) + " " + new TreeSet<>(AccessFlag.FINAL.locations()) + " " + AccessFlag.STATIC.mask() + " " + AccessFlag.SUPER.sourceModifier() + " " + AccessFlag.MANDATED.locations(ClassFileFormatVersion.RELEASE_8));
    try { AccessFlag.maskToAccessFlags(0x8000_0000, AccessFlag.Location.FIELD); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    Mark first = Root.class.getAnnotationsByType(Mark.class)[0], same = Root.class.getAnnotation(Marks.class).value()[0];
    System.out.println(first.equals(same) + " " + (first.hashCode() == same.hashCode()) + " " + first.annotationType() + " " + Proxy.isProxyClass(first.getClass()) + " " + first.nested().since() + first.state());
    Module base = Object.class.getModule(), own = AccessFlags.class.getModule();
    System.out.println(base.getDescriptor().accessFlags() + " " + base.getDescriptor().exports().stream().filter(e -> e.source().equals("java.lang")).findFirst().get().accessFlags() + " " + own.isNamed() + " " + base.isExported("java.lang", own) + base.isOpen("java.lang", own) + base.isExported("sun.misc") + " " + own.isNativeAccessEnabled() + " " + AccessFlags.class.getPackage() + " " + String.class.getPackage().getImplementationTitle());
    System.out.println(Arrays.stream(AccessFlags.class.getNestMembers()).map(Class::getSimpleName).sorted().collect(Collectors.joining(",")) + " " + Mark.class.getEnclosingClass() + " " + new Object() {}.getClass().getEnclosingMethod() + " " + Map.Entry.class.getDeclaringClass());
  }
}
