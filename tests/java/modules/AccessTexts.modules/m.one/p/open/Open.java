package p.open;

public class Open {
    public int open = 1;
    int packageField = 2;
    private int privateField = 3;
    protected int protectedField = 4;
    public static Object hidden() { return new p.hidden.Hidden(); }
    public static Object hiddenArray() { return new p.hidden.Hidden[1]; }
    private static String secret() { return "secret"; }
}
