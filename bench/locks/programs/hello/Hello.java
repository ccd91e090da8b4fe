/** The smallest program of Tables 1 to 3. */
public class Hello {
    public static void main(String[] args) {
        System.out.println("Hello");
    }
}
