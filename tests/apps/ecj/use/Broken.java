// Does not compile, but -proceedOnError makes a class whose broken method throws.
public class Broken {
    static int good() {
        return 42;
    }

    static int bad() {
        return undefined + 1;
    }

    public static void main(String[] args) {
        System.out.println(good());
        System.out.println(bad());
    }
}
