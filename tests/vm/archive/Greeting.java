/** Uses another class, a lambda, a string that is not ASCII, and the class library. */
public class Greeting {
    interface Greeter {
        String greet(String name);
    }

    public static void main(String[] args) {
        Greeter greeter = name -> Words.HELLO + ", " + name + "!";
        System.out.println(greeter.greet(args.length == 0 ? "w\u00f6rld" : args[0]));
        System.out.println(Words.sum(100) + " " + String.format("%05d %s", 42, java.util.List.of(1, 2)));
        try {
            Object text = "text";
            System.out.println((Integer) text);
        } catch (ClassCastException e) {
            System.out.println(e.getStackTrace()[0]);
        }
    }
}

class Words {
    static final String HELLO = "Hello";

    static int sum(int n) {
        int sum = 0;
        for (int i = 1; i <= n; i++) {
            sum += switch (i % 3) {
                case 0 -> i;
                case 1 -> 2 * i;
                default -> 0;
            };
        }
        return sum;
    }
}
