// Records: members made by ObjectMethods, reflection, serialization, compact constructors.
import java.io.*;
import java.lang.reflect.RecordComponent;
import java.util.*;

public class Records {
  record Point(int x, long y, String name, double[] more) implements Serializable {
    Point {
      if (x < 0) throw new IllegalArgumentException("negative: " + x);
    }
  }
  record Wide(byte a, short b, char c, boolean d, float e, double f, Object g) {}
  record Empty() {}

  static class Base { int inBase = 7; Base() { inBase = 8; } }
  static class Derived extends Base implements Serializable { int own = 3; }

  static Object copy(Object value) throws Exception {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) { out.writeObject(value); }
    try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) { return in.readObject(); }
  }

  public static void main(String[] args) throws Exception {
    var point = new Point(1, 2L, "p", null);
    System.out.println(point + " " + point.equals(new Point(1, 2, "p", null)) + " " + (point.hashCode() == new Point(1, 2, "p", null).hashCode()));
    System.out.println(new Wide((byte) 1, (short) 2, 'c', true, 1.5f, Double.NaN, List.of(1)));
    System.out.println(new Wide((byte) 1, (short) 2, 'c', true, 1.5f, 2.5, "g").hashCode());
    System.out.println(new Empty() + " " + new Empty().equals(new Empty()) + " " + new Empty().hashCode());
    for (RecordComponent c : Point.class.getRecordComponents()) System.out.println(c + " " + c.getAccessor());
    System.out.println(copy(point));
    Derived derived = new Derived();
    derived.own = 4;
    derived.inBase = 9;
    Derived back = (Derived) copy(derived);
    System.out.println(back.own + " " + back.inBase);
    try { new Point(-1, 0, "", null); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    var map = new LinkedHashMap<Point, Integer>();
    map.put(point, 1);
    System.out.println(map.containsKey(new Point(1, 2, "p", null)) + " " + copy(new TreeMap<>(Map.of("k", 1))));
  }
}
