package impl;

public class Broken implements api.Shape {
    public Broken() { throw new IllegalStateException("broken"); }
    public String name() { return "never"; }
}
