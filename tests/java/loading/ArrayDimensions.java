import java.lang.reflect.Array;
import java.util.concurrent.Callable;

// Array classes up to the limit of 255 dimensions: by name, reflection and multianewarray; their names, elements, covariance and modifiers, and what is
// said about one dimension more (JVMS 4.4.1, 5.3.3, 6.5.multianewarray).
public class ArrayDimensions {
    static void attempt(String what, Callable<?> action) {
        try {
            System.out.println(what + ": " + action.call());
        } catch (Throwable t) {
            String text = t.toString();
            System.out.println(what + ": " + (text.length() > 150 ? text.substring(0, 60) + "..." + text.length() : text));
        }
    }

    static String brackets(int count) { return "[".repeat(count); }

    static int depth(Class<?> c) {
        int n = 0;
        for (; c.isArray(); c = c.getComponentType()) n++;
        return n;
    }

    public static void main(String[] args) throws Exception {
        attempt("255 by name", () -> depth(Class.forName(brackets(255) + "I")) + " " + depth(Class.forName(brackets(255) + "Ljava.lang.String;")));
        attempt("256 by name", () -> depth(Class.forName(brackets(256) + "I")));
        attempt("256 of objects by name", () -> depth(Class.forName(brackets(256) + "Ljava.lang.String;")));
        attempt("300 by name, own loader", () -> depth(Class.forName(brackets(300) + "J", false, new ClassLoader() { })));
        Class<?> most = Class.forName(brackets(255) + "Ljava.lang.String;");
        attempt("one more by reflection", () -> Array.newInstance(most, 1));
        attempt("one more by arrayType", () -> most.arrayType());
        attempt("newInstance", () -> depth(Array.newInstance(String.class, new int[255]).getClass()));
        attempt("newInstance, too many", () -> Array.newInstance(String.class, new int[256]));
        attempt("newInstance, together too many", () -> Array.newInstance(String[].class, new int[255]));
        attempt("newInstance, none", () -> Array.newInstance(String.class, new int[0]));
        attempt("newInstance of void", () -> Array.newInstance(void.class, 1));
        attempt("newInstance, negative", () -> Array.newInstance(int.class, 1, -2));
        attempt("array of the deepest", () -> {
            Object o = Array.newInstance(most.getComponentType(), 2);
            Array.set(o, 0, null);
            return o.getClass() == most;
        });
        attempt("covariance", () -> Object[].class.isAssignableFrom(most) + " " + Class.forName(brackets(254) + "Ljava.lang.Object;").isAssignableFrom(most) + " " + Class.forName(brackets(255) + "Ljava.lang.CharSequence;").isAssignableFrom(most) + " "
                + Class.forName(brackets(255) + "Ljava.lang.Integer;").isAssignableFrom(most) + " " + Class.forName(brackets(254) + "Ljava.lang.Cloneable;").isAssignableFrom(most) + " " + Class.forName(brackets(254) + "Ljava.io.Serializable;").isAssignableFrom(Class.forName(brackets(254) + "I")));
        attempt("names", () -> int[][].class + " " + String[].class.getName() + " " + String[][].class.getSimpleName() + " " + ArrayDimensions[].class.getTypeName() + " " + int[].class.getCanonicalName() + " " + most.getName().length() + " " + most.getSimpleName().length());
        attempt("facts", () -> int[].class.getSuperclass() + " " + java.util.Arrays.toString(int[].class.getInterfaces()) + " " + Integer.toHexString(int[].class.getModifiers()) + " " + Integer.toHexString(Hidden[].class.getModifiers()) + " " + Integer.toHexString(Shown[][].class.getModifiers())
                + " " + int[].class.getClassLoader() + " " + (ArrayDimensions[].class.getClassLoader() == ArrayDimensions.class.getClassLoader()) + " " + int[].class.getDeclaredMethods().length + " " + int[].class.getMethods().length + " " + int[].class.getFields().length);
        for (String bad : new String[] {"[", "[[", "[V", "[java.lang.String", "[Ljava.lang.String", "[L;", "[Ijava", "[II", "int[]", "[Lint;", "[Ljava/lang/String;", "java.lang.String[]", "[X", "", "[L java;", "[Lno.Such;", ";", "L", "LString;", "Ljava.lang.String;", "I"}) {
            attempt("name '" + bad + "'", () -> Class.forName(bad));
        }
        attempt("loadClass does not take arrays", () -> ArrayDimensions.class.getClassLoader().loadClass("[I"));
        attempt("many lengths", () -> new int[2][3][0][1].length + " " + new int[2][3][][].length + " " + ((Object[]) new String[1][2][3][0]).getClass().getName());
    }

    private static class Hidden { }
    protected static final class Shown { }
}
