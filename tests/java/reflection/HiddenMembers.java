import java.lang.invoke.MethodHandles;
import java.util.concurrent.Callable;

// A class file that says it is a member of another class, defined as a hidden class: the other class does not know it.
public class HiddenMembers {
    private static final class Inner { }

    static Class<?> hidden(String name) throws Exception {
        byte[] bytes = HiddenMembers.class.getResourceAsStream(name + ".class").readAllBytes();
        return MethodHandles.lookup().defineHiddenClass(bytes, false).lookupClass();
    }
    static void attempt(String what, Callable<Object> answer) {
        String text;
        try {
            text = String.valueOf(answer.call());
        } catch (Throwable e) {
            text = e.toString();
        }
        System.out.println(what + ": " + text.replaceAll("0x[0-9a-f]+", "0x"));
    }
    static void look(Class<?> c) {
        attempt("modifiers", () -> c.getModifiers());
        attempt("member", () -> c.isMemberClass());
        attempt("simple name", () -> c.getSimpleName());
        attempt("declaring", () -> c.getDeclaringClass());
        attempt("enclosing", () -> c.getEnclosingClass());
        attempt("anonymous", () -> c.isAnonymousClass());
        attempt("local", () -> c.isLocalClass());
        attempt("members", () -> c.getDeclaredClasses().length);
        attempt("host", () -> c.getNestHost() == HiddenMembers.class);
    }

    public static void main(String[] args) throws Exception {
        Object anonymous = new Object() { };
        class Local { }
        for (String name : new String[] {"HiddenMembers$Inner", "HiddenMembers", anonymous.getClass().getName(), Local.class.getName()}) {
            System.out.println("-- " + name);
            look(hidden(name));
        }
    }
}
