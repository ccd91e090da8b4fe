// The first program: one line of output, and the whole boot of the class library behind it.
public class HelloWorld {
    public static void main(String[] args) {
        System.out.println("Hello, World!");
    }
}
