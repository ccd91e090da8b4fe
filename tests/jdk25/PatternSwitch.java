// JEP 441, 440 and 456: patterns in switch, record patterns, unnamed variables and patterns.
import java.util.List;

public class PatternSwitch {
  sealed interface Shape permits Circle, Square, Rect {}
  record Circle(double radius) implements Shape {}
  record Square(double side) implements Shape {}
  record Rect(double width, double height) implements Shape {}
  record Pair<A, B>(A first, B second) {}
  enum Color { RED, GREEN, BLUE }

  static double area(Shape shape) {
    return switch (shape) {
      case Circle c -> Math.PI * c.radius() * c.radius();
      case Square(double side) -> side * side;
      case Rect(double width, _) when width > 10 -> -1;
      case Rect(var width, var height) -> width * height;
    };
  }

  static String tell(Object value) {
    return switch (value) {
      case null -> "null";
      case Integer i when i > 5 -> "large " + i;
      case Integer i -> "int " + i;
      case String s when s.isEmpty() -> "empty";
      case String s -> "string " + s;
      case Color.RED -> "red, a qualified constant";
      case Color c -> "color " + c.ordinal();
      case int[] ints -> "ints " + ints.length;
      case Pair(Pair(var a, _), String b) -> "nested " + a + b;
      case Pair<?, ?> _ -> "pair";
      case List<?> list -> "list " + list.size();
      default -> "other " + value.getClass().getSimpleName();
    };
  }

  static int classic(String word) {
    switch (word) {
      case "Aa", "BB": return 1;
      case "C": return 2;
      default: return 3;
    }
  }

  record Broken(int value) {
    public int value() { throw new IllegalStateException("accessor"); }
  }

  public static void main(String[] args) {
    for (Shape shape : List.of(new Circle(1), new Square(2), new Rect(3, 4), new Rect(11, 1))) {
      System.out.println(shape + " " + area(shape));
    }
    Object[] values = {null, 3, 7, "", "x", Color.RED, Color.BLUE, new int[3], 1.5,
        new Pair<>(new Pair<>(1, 2), "b"), new Pair<>(1, 2), List.of(1, 2)};
    for (Object value : values) {
      System.out.println(tell(value));
    }
    System.out.println(classic("Aa") + classic("BB") * 10 + classic("C") * 100 + classic("D") * 1000);
    try {
      if ((Object) new Broken(1) instanceof Broken(int v)) System.out.println(v);
    } catch (MatchException e) {
      System.out.println(e);
      System.out.println(e.getCause());
    }
    if ((Object) "text" instanceof String s && s.length() == 4) System.out.println("length " + s.length());
  }
}
