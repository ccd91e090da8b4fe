// What Ide.java debugs. The other version differs in version() (run replaces the word).
public class Edited {
    int total;

    String greet(String who) {
        return "hello " + who + ", " + total;
    }

    static int fail() {
        throw new IllegalStateException("asked to");
    }

    void add(int i) {
        String text = "i" + i;
        int length = text.length();
        total += length;
        helper(i);
    }

    private void helper(int i) {
        total += i;
    }

    static String version() {
        return "first";
    }

    public static void main(String[] args) {
        Edited edited = new Edited();
        for (int i = 0; i < 4; i++) {
            edited.add(i);
        }
        try {
            fail();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(edited.total + " " + version());
    }
}
