package api;

public interface Shape {
    String name();
    static java.util.ServiceLoader<Shape> fromModule() { return java.util.ServiceLoader.load(Shape.class); }
}
