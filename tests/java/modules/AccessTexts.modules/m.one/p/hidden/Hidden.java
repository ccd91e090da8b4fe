package p.hidden;

public class Hidden {
    public static int field = 1;
    public static int method() { return 2; }
    public interface Face { default int face() { return 3; } }
    @Override public String toString() { return "a Hidden"; }
}
