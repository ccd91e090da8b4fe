/** The smallest program of Tables 2 and 3. */
public class Hello {
    public static void main(String[] args) {
        System.out.println("Hello");
    }
}
