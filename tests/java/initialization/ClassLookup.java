// Class.forName, loadClass and their errors; names of arrays and nested classes; NoClassDefFoundError against ClassNotFoundException.
public class ClassLookup {
    static class Nested {}

    static void find(String name) {
        try {
            Class<?> c = Class.forName(name);
            System.out.println(name + " -> " + c + " " + c.getTypeName() + " " + c.getCanonicalName());
        } catch (Throwable t) {
            System.out.println(name + " -> " + t + " / " + t.getCause());
        }
    }

    static void load(String name) {
        try {
            System.out.println(ClassLookup.class.getClassLoader().loadClass(name));
        } catch (Throwable t) {
            System.out.println(t);
        }
    }

    public static void main(String[] args) throws Exception {
        for (String name : new String[] {"java.lang.String", "java.util.Map$Entry", "java.util.Map.Entry", "ClassLookup$Nested", "ClassLookup.Nested", "[I", "[[D", "[Ljava.lang.String;", "[LClassLookup$Nested;",
            "int", "I", "[int", "[L;", "[", "", "[Ljava.lang.String", "java/lang/String", "no.such.Class", "[Lno.such.Class;", "Lx;", "a b", "java.lang.", ".X", "[V", "java.lang.string"}) {
            find(name);
        }
        load("java.lang.Object");
        load("[I");
        load("no.such.Class");
        load("ClassLookup$Nested");
        try {
            Class.forName(null);
        } catch (NullPointerException e) {
            System.out.println("null name");
        }
        System.out.println(Class.forName("java.lang.Integer", true, null) + " " + int.class.getClassLoader() + " " + String.class.getClassLoader() + " " + ClassLookup.class.getClassLoader().getClass().getSimpleName());
        try {
            Class.forName("ClassLookup", true, null);
        } catch (ClassNotFoundException e) {
            System.out.println(e);
        }
        System.out.println(ClassLookup.class.getModule().isNamed() + " " + String.class.getModule() + " " + new int[0][].getClass().getModule() + " " + ClassLookup.class.getPackageName().isEmpty() + " " + Nested.class.getEnclosingClass() + " " + Nested.class.getNestHost());
        System.out.println(ClassLookup.class.getClassLoader().getParent().getClass().getSimpleName() + " " + ClassLookup.class.getClassLoader().getParent().getParent() + " " + (Class.forName("ClassLookup") == ClassLookup.class));
        Thread.currentThread().getContextClassLoader().loadClass("ClassLookup");
        System.out.println(Thread.currentThread().getContextClassLoader() == ClassLoader.getSystemClassLoader());
    }
}
