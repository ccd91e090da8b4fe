import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import static java.lang.invoke.MethodType.methodType;

// asType and explicitCastArguments from every primitive, wrapper and some references to every other, as argument and as result, with edge values.
public class AsTypeMatrix {
    static final Class<?>[] TYPES = {boolean.class, byte.class, char.class, short.class, int.class, long.class, float.class, double.class, Boolean.class, Byte.class, Character.class,
        Short.class, Integer.class, Long.class, Float.class, Double.class, Object.class, Number.class, Comparable.class, String.class, Runnable.class, void.class};

    static Object sample(Class<?> c, int k) {
        MethodType wrapped = methodType(c).wrap();
        switch (wrapped.returnType().getSimpleName()) {
            case "Boolean": return k == 0;
            case "Byte": return (byte) (k == 0 ? -7 : 127);
            case "Character": return k == 0 ? 'A' : '\uffff';
            case "Short": return (short) (k == 0 ? -300 : 32767);
            case "Integer": return k == 0 ? 70000 : -1;
            case "Long": return k == 0 ? 1L << 40 | 5 : -2L;
            case "Float": return k == 0 ? 3.75f : Float.NaN;
            case "Double": return k == 0 ? 1e10 : -0.5;
            case "Object": return k == 0 ? "object" : (Object) 5;
            case "Number": return k == 0 ? (Number) 6 : (Number) 2.5;
            case "Comparable": return k == 0 ? "comparable" : (Object) 'c';
            case "String": return k == 0 ? "string" : null;
            default: return null;
        }
    }

    static String call(MethodHandle h, Object argument) {
        try {
            Object result = argument == MethodHandle.class ? h.invoke() : h.invokeWithArguments(argument);
            return result == null ? "null" : result.getClass().getSimpleName().charAt(0) + ":" + (result instanceof Character ? String.valueOf((int) (Character) result) : result);
        } catch (Throwable t) {
            return t.getClass().getSimpleName();
        }
    }

    public static void main(String[] args) throws Throwable {
        for (Class<?> from : TYPES) {
            StringBuilder line = new StringBuilder("to " + from.getSimpleName() + ":");
            StringBuilder cast = new StringBuilder(" cast:");
            if (from == void.class) continue;
            MethodHandle identity = MethodHandles.identity(from);
            for (Class<?> to : TYPES) {
                if (to == void.class) continue;
                try {
                    MethodHandle h = identity.asType(methodType(from, to));
                    line.append(' ').append(call(h, sample(to, 0))).append(' ').append(call(h, sample(to, 1)));
                } catch (WrongMethodTypeException e) {
                    line.append(" -");
                }
                MethodHandle h = MethodHandles.explicitCastArguments(identity, methodType(from, to));
                cast.append(' ').append(call(h, sample(to, 0))).append(' ').append(call(h, sample(to, 1)));
            }
            System.out.println(line);
            System.out.println(cast);
            line = new StringBuilder("as " + from.getSimpleName() + ":");
            for (Class<?> to : TYPES) {
                try {
                    MethodHandle h = MethodHandles.constant(from, sample(from, 0)).asType(methodType(to));
                    line.append(' ').append(call(h, MethodHandle.class));
                } catch (WrongMethodTypeException e) {
                    line.append(" -");
                }
            }
            System.out.println(line);
        }
        MethodHandle nothing = MethodHandles.empty(methodType(void.class));
        StringBuilder line = new StringBuilder("as void:");
        for (Class<?> to : TYPES) line.append(' ').append(call(nothing.asType(methodType(to)), MethodHandle.class));
        System.out.println(line);
        for (Object odd : new Object[] {null, "text", 5L, 'c'}) {
            try {
                System.out.println((int) MethodHandles.identity(int.class).asType(methodType(int.class, Object.class)).invoke(odd));
            } catch (Throwable t) {
                System.out.println(t);
            }
            try {
                System.out.println((int) MethodHandles.explicitCastArguments(MethodHandles.identity(int.class), methodType(int.class, Object.class)).invoke(odd));
            } catch (Throwable t) {
                System.out.println(t);
            }
        }
    }
}
