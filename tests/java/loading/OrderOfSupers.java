import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;

// In which order a loader is asked for what a class extends and implements, and which of two faults is reported (JVMS 5.3.5 steps 3 and 4).
public class OrderOfSupers {
    interface First { }
    interface Second extends Third { }
    interface Third { }
    static class Upper implements Third { }
    static class Lower extends Upper implements First, Second { }

    /** Notes what it is asked for; some classes it does not find. */
    static class Asked extends ClassLoader {
        final Set<String> absent = new HashSet<>();
        final StringBuilder asked = new StringBuilder();

        Asked(String... gone) {
            super(null);
            for (String name : gone) absent.add("OrderOfSupers$" + name);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            asked.append(' ').append(name.substring(name.indexOf('$') + 1));
            if (absent.contains(name)) throw new ClassNotFoundException(name + " is absent");
            try (InputStream in = OrderOfSupers.class.getResourceAsStream("/" + name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static void load(String what, Asked loader) {
        String answer;
        try {
            answer = loader.loadClass("OrderOfSupers$Lower").getName();
        } catch (Throwable t) {
            answer = t.toString();
        }
        System.out.println(what + ":" + loader.asked + ", " + answer);
    }

    public static void main(String[] args) {
        load("all there", new Asked());
        load("no superclass", new Asked("Upper"));
        load("neither superclass nor interface", new Asked("Upper", "Second"));
        load("no interface above", new Asked("Third"));
    }
}
