// run: -ea -da:AssertionSwitches$Off -ea:AssertionSwitches$Off$Deeper -da:java.util... -esa -Dexpected=true
import java.util.Map;
import java.util.TreeMap;

// -ea, -da by class and package, -esa: what a class learns when it is initialized, what its nested classes learn, and what a loader's own settings change.
public class AssertionSwitches {
    static boolean on() { boolean[] ran = {false}; assert mark(ran); return ran[0]; }
    static boolean mark(boolean[] ran) { return ran[0] = true; }

    static class On { static boolean on() { boolean[] ran = {false}; assert mark(ran); return ran[0]; } }
    static class Off {
        static boolean on() { boolean[] ran = {false}; assert mark(ran); return ran[0]; }
        static class Deeper { static boolean on() { boolean[] ran = {false}; assert mark(ran); return ran[0]; } }
        static class AlsoOff { static boolean on() { boolean[] ran = {false}; assert mark(ran); return ran[0]; } }
    }
    static class Later { static boolean on() { boolean[] ran = {false}; assert mark(ran); return ran[0]; } }
    static class LaterStill { static boolean on() { boolean[] ran = {false}; assert mark(ran); return ran[0]; } }
    enum Kind { A; boolean on() { boolean[] ran = {false}; assert mark(ran); return ran[0]; } }
    interface Face { static boolean on() { boolean[] ran = {false}; assert mark(ran); return ran[0]; } }

    public static void main(String[] args) {
        System.out.println(on() + " " + On.on() + " " + Off.on() + " " + Off.Deeper.on() + " " + Off.AlsoOff.on() + " " + Kind.A.on() + " " + Face.on());
        Map<String, Boolean> desired = new TreeMap<>();
        for (Class<?> c : new Class<?>[] {AssertionSwitches.class, On.class, Off.class, Off.Deeper.class, Off.AlsoOff.class, String.class, java.util.ArrayList.class, java.util.concurrent.Future.class, java.io.File.class, int.class, int[].class, On[].class, Face.class}) desired.put(c.getName(), c.desiredAssertionStatus());
        System.out.println(desired);
        ClassLoader loader = AssertionSwitches.class.getClassLoader();
        loader.setClassAssertionStatus("AssertionSwitches$Later", false);
        System.out.println(Later.class.desiredAssertionStatus() + " " + Later.on());
        loader.setDefaultAssertionStatus(false);
        System.out.println(LaterStill.class.desiredAssertionStatus() + " " + LaterStill.on() + " " + On.on());
        loader.setPackageAssertionStatus(null, true);
        System.out.println(LaterStill.class.desiredAssertionStatus() + " " + LaterStill.on());
        loader.clearAssertionStatus();
        System.out.println(On.class.desiredAssertionStatus() + " " + On.on());
        try {
            assert Boolean.getBoolean("unexpected") : Map.of("message", 1);
        } catch (AssertionError e) {
            System.out.println(e.getMessage() + " " + e.getCause()); // expect: {message=1} null
        }
        assert 5 < 4 : 4L;
    }
}
