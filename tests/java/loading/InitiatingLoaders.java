import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

// Who is asked for a class, who has defined it, and who is remembered as its initiating loader (JVMS 5.3, 5.3.2): chains of delegation, findLoadedClass
// of each loader after Class.forName, loadClass, resolution in code, arrays and superclasses that another loader has.
public class InitiatingLoaders {
    public static class Base { public String who() { return getClass().getClassLoader().getName(); } }
    public static class Left extends Base { public Object peer() { return new Right(); } public Object array() { return new Right[1][1]; } public Object literal() { return Right.class; } }
    public static class Right extends Base { }
    public interface Face { default String face() { return Face.class.getClassLoader().getName(); } }
    public static class Both extends Base implements Face { }

    static final List<String> calls = new ArrayList<>();

    /** Defines what `mine` accepts, gives the rest to `next`. */
    static class Link extends ClassLoader {
        final Predicate<String> mine;
        final ClassLoader next;

        Link(String name, ClassLoader next, Predicate<String> mine) {
            super(name, null);
            this.mine = mine;
            this.next = next;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            String simple = name.substring(name.indexOf('$') + 1);
            if (name.startsWith("Initiating")) calls.add(getName() + ":" + simple);
            Class<?> known = findLoadedClass(name);
            if (known != null) return known;
            if (!name.startsWith("Initiating") || !mine.test(simple)) return next.loadClass(name);
            try (InputStream in = InitiatingLoaders.class.getResourceAsStream(name + ".class")) {
                byte[] b = in.readAllBytes();
                return defineClass(name, b, 0, b.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        String has(String simple) {
            Class<?> known = findLoadedClass("InitiatingLoaders$" + simple);
            return known == null ? "-" : known.getClassLoader() instanceof Link link ? link.getName() : "app";
        }
    }

    static void show(String what, Link... links) {
        StringBuilder text = new StringBuilder(what).append(':');
        for (Link link : links) {
            text.append(' ').append(link.getName()).append('(');
            for (String simple : new String[] {"Base", "Left", "Right", "Face", "Both"}) text.append(link.has(simple)).append(simple.equals("Both") ? ")" : " ");
        }
        System.out.println(text + " calls " + calls);
        calls.clear();
    }

    static Class<?> forName(String simple, ClassLoader loader) throws Exception { return Class.forName("InitiatingLoaders$" + simple, false, loader); }

    public static void main(String[] args) throws Exception {
        Link bottom = new Link("bottom", InitiatingLoaders.class.getClassLoader(), s -> s.equals("Base") || s.equals("Face"));
        Link middle = new Link("middle", bottom, s -> s.equals("Right"));
        Link top = new Link("top", middle, s -> s.equals("Left") || s.equals("Both"));
        Link[] all = {top, middle, bottom};
        show("nothing", all);
        Class<?> base = top.loadClass("InitiatingLoaders$Base");
        show("loadClass leaves no trace above the definer", all);
        System.out.println(forName("Base", top) == base);
        show("forName does", all);
        System.out.println(forName("Base", top) == base);
        show("and is not asked again", all);
        Object left = forName("Left", top).getConstructor().newInstance();
        show("a class and its superclass", all);
        Object right = left.getClass().getMethod("peer").invoke(left);
        show("resolution", all);
        left.getClass().getMethod("array").invoke(left);
        left.getClass().getMethod("literal").invoke(left);
        show("no more calls", all);
        System.out.println(right.getClass().getMethod("who").invoke(right) + " " + left.getClass().getMethod("who").invoke(left) + " " + (right.getClass().getSuperclass() == base));
        Link fresh = new Link("fresh", middle, s -> false);
        System.out.println(Class.forName("[[LInitiatingLoaders$Right;", false, fresh).getComponentType().getComponentType() == right.getClass());
        show("an array makes its element's loaders initiating", fresh, middle);
        Object both = forName("Both", top).getConstructor().newInstance();
        show("superinterface", all);
        System.out.println(both.getClass().getMethod("face").invoke(both) + " " + both.getClass().getInterfaces()[0].getClassLoader().getName());
        System.out.println(forName("Left", bottom).getClassLoader().getName() + " " + (forName("Left", bottom) == left.getClass()));
        show("the other way nobody knows", all);
        Link mixed = new Link("mixed", fresh, s -> s.equals("Base"));
        System.out.println(forName("Left", mixed).getClassLoader().getName() + " " + forName("Base", mixed).getClassLoader().getName() + " " + base.isAssignableFrom(forName("Left", mixed)));
        show("one loader, two families", mixed, fresh);
    }
}
