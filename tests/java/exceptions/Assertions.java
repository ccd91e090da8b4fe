// run: -ea -da:AssertionsOff
// Assertions with -ea, one class with -da; the message of each form; the class-loader API that changes them.
public class Assertions {
    static int evaluated;

    public static void main(String[] args) {
        System.out.println(AssertionsOff.test()); // expect: off
        try {
            assert args.length > 5 : "length " + args.length;
        } catch (AssertionError e) {
            System.out.println(e); // expect: java.lang.AssertionError: length 0
        }
        try {
            assert false;
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
        }
        try {
            assert false : new RuntimeException("as cause");
        } catch (AssertionError e) {
            System.out.println(e.getMessage() + " " + e.getCause());
        }
        assert ++evaluated > 0 : evaluated++;
        System.out.println(evaluated + " " + Assertions.class.desiredAssertionStatus() + " " + String.class.desiredAssertionStatus() + " " + AssertionsOff.class.desiredAssertionStatus());
        ClassLoader.getSystemClassLoader().setClassAssertionStatus("AssertionsLater", false);
        System.out.println(AssertionsLater.test()); // expect: off
        assert false : 'c';
    }
}

class AssertionsOff {
    static String test() {
        assert false : "must not run";
        return "off";
    }
}

class AssertionsLater {
    static String test() {
        try {
            assert 1 > 2;
            return "off";
        } catch (AssertionError e) {
            return "on";
        }
    }
}
