// The constants of ConstantValue attributes stand in a class's fields before its superclass is initialized (JVMS 5.5, step 6 before 7). Other static finals do not.
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;

public class ConstantsBeforeSuper {
    // The compiler copies a constant into the code that names it. Only reflection reads the field itself.
    static List<Object> constantsOf(Class<?> type) {
        List<Object> values = new ArrayList<>();
        try {
            for (Field field : type.getDeclaredFields()) {
                values.add(field.get(null));
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
        return values;
    }

    static class Parent {
        static {
            System.out.println("Parent sees " + constantsOf(Child.class));
        }
    }

    interface WithDefault {
        Object SEEN = announce();

        static Object announce() {
            System.out.println("the interface sees " + constantsOf(Child.class));
            return "";
        }

        default void use() {}
    }

    static class Child extends Parent implements WithDefault {
        static final boolean FLAG = true;
        static final byte SMALL = -8;
        static final char LETTER = 'x';
        static final short MEDIUM = -300;
        static final int NUMBER = 42;
        static final long LARGE = 1L << 40;
        static final float RATIO = 0.5f;
        static final double PRECISE = 1e100;
        static final String TEXT = "text";
        static final Integer BOXED = 7;
        static int variable = 8;

        static {
            System.out.println("Child sees " + constantsOf(Child.class));
        }
    }

    static class FailingParent {
        static final int SEEN = fail();

        static int fail() {
            throw new IllegalStateException("seen: " + constantsOf(ChildOfFailing.class));
        }
    }

    static class ChildOfFailing extends FailingParent {
        static final int NUMBER = 43;
    }

    public static void main(String[] args) {
        new Child();
        try {
            new ChildOfFailing();
        } catch (ExceptionInInitializerError e) {
            System.out.println(e.getCause().getMessage());
        }
        try {
            new ChildOfFailing();
        } catch (NoClassDefFoundError e) {
            System.out.println(e.getMessage());
        }
    }
}
