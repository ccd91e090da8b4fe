import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

// Records, a sealed interface, patterns and a stream: what javac turns into invokedynamic, and ObjectMethods behind every toString.
public class Shapes {
    sealed interface Shape permits Circle, Rectangle {}

    record Circle(double radius) implements Shape {}

    record Rectangle(double width, double height) implements Shape {}

    static double area(Shape shape) {
        if (shape instanceof Circle circle) {
            return Math.PI * circle.radius() * circle.radius();
        }
        Rectangle rectangle = (Rectangle) shape;
        return rectangle.width() * rectangle.height();
    }

    public static void main(String[] args) {
        List<Shape> shapes = List.of(new Circle(1), new Rectangle(2, 3), new Circle(0.5), new Rectangle(1, 1));
        shapes.stream().sorted(Comparator.comparingDouble(Shapes::area)).forEach(s -> System.out.println(s + " has area " + area(s)));
        Map<String, Long> kinds = shapes.stream().collect(Collectors.groupingBy(s -> s.getClass().getSimpleName(), TreeMap::new, Collectors.counting()));
        System.out.println(kinds);
    }
}
