package r.hidden;

public class Hidden {
    private static int x = 7;
    public static String say() { return "hidden said"; }
}
