import java.util.function.Function;

/** Which method does apply call? */
public class Lambda {
    static String shout(String word) {
        return word + "!";
    }

    static String use(Function<String, String> function, String word) {
        return function.apply(word);
    }

    public static void main(String[] args) {
        String suffix = "?";
        System.out.println(use(Lambda::shout, "reference"));
        System.out.println(use(word -> word + suffix, "lambda"));
    }
}
