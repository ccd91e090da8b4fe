package lib.inner;

public class Inner implements lib.Service {
    private Inner() { }
    public static Inner provider() { return new Inner(); }
    public String serve() { return "inner"; }
}
