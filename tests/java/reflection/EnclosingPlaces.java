import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

// Where a class stands: member, local, anonymous, in a constructor, an initializer, a lambda, an enum body, an interface; its names, its nest, what it declares (JVMS 4.7.6, 4.7.7, 4.7.28).
public class EnclosingPlaces {
    static final List<Class<?>> seen = new ArrayList<>();
    static void see(Object o) { seen.add(o.getClass()); }
    static { class InClinit { } see(new InClinit()); see(new Object() { }); }
    { class InInit { } see(new InInit()); }
    Object field = new Object() { { class Nested { } see(new Nested()); } };
    EnclosingPlaces(int x) { class InConstructor { class Member { } } InConstructor c = new InConstructor(); see(c); see(c.new Member()); see(field); }
    <T> void generic(T t) { class InGeneric { } see(new InGeneric()); }
    static void lambda() { Runnable r = () -> { class InLambda { } see(new InLambda()); see(new Object() { }); }; r.run(); }
    static Object localRecord() { record LocalRecord(int x) { } enum LocalEnum { ONE { } } interface LocalFace { } see(new LocalRecord(1)); see(LocalEnum.ONE); see((LocalFace) new LocalFace() { }); return null; }
    interface Face { class Member { } Object CONSTANT = new Object() { }; default void m() { see(new Object() { }); } }
    enum Kind implements Supplier<String> { A { public String get() { see(new Object() { }); return "a"; } } }
    private static class Private { protected class Inner { } static abstract class Deep { interface Face { } } }
    @interface Marker { class In { } }

    static String names(Class<?>[] classes) {
        TreeSet<String> names = new TreeSet<>();
        for (Class<?> c : classes) names.add(c.getName());
        return names.toString();
    }

    public static void main(String[] args) throws Exception {
        new EnclosingPlaces(1).generic("");
        lambda();
        localRecord();
        see(Face.CONSTANT);
        new Face() { }.m();
        Kind.A.get();
        see(Kind.A);
        seen.addAll(List.of(Private.Inner.class, Private.Deep.Face.class, Marker.In.class, Face.Member.class, Private.class, EnclosingPlaces[].class, Kind.class));
        for (Class<?> c : seen) {
            System.out.println(c.getName() + " '" + c.getSimpleName() + "' " + c.getCanonicalName() + " " + c.getTypeName() + " | " + c.isMemberClass() + c.isLocalClass() + c.isAnonymousClass() + c.isEnum() + c.isRecord()
                + " | " + c.getDeclaringClass() + " " + c.getEnclosingClass() + " " + c.getEnclosingMethod() + " " + c.getEnclosingConstructor() + " | " + Modifier.toString(c.getModifiers()) + " | " + c.getNestHost().getName() + " " + names(c.getDeclaredClasses()) + names(c.getClasses()) + " " + c.toGenericString());
        }
        System.out.println(names(EnclosingPlaces.class.getDeclaredClasses()));
        Class<?>[] members = Kind.A.getClass().getNestMembers();
        System.out.println(members[0].getName() + " " + (members.length > 20) + " " + Private.class.isNestmateOf(Kind.class) + " " + int.class.isNestmateOf(int.class) + int.class.isNestmateOf(Kind.class) + " " + names(String[].class.getNestMembers()) + names(Thread.State.class.getDeclaredClasses()) + names(Map.class.getNestMembers()));
        Supplier<Object> lambda = Object::new;
        Class<?> hidden = lambda.getClass();
        System.out.println(hidden.isHidden() + " " + hidden.getCanonicalName() + " " + hidden.getEnclosingClass() + " " + hidden.getEnclosingMethod() + " " + hidden.isLocalClass() + hidden.isAnonymousClass() + " " + Modifier.toString(hidden.getModifiers()) + " " + hidden.getSimpleName().startsWith("EnclosingPlaces$$Lambda$") + " " + hidden.getNestHost().getName() + hidden.getNestMembers().length + " " + hidden.descriptorString().replaceAll("[0-9.]+x?[0-9a-f]*;", "#;"));
    }
}
