import java.util.*
import java.util.stream.*
int square(int n) { return n * n; }
System.out.println(square(12))
record Point(int x, int y) { double length() { return Math.sqrt(x * x + y * y); } }
var points = IntStream.rangeClosed(1, 5).mapToObj(i -> new Point(i, square(i))).collect(Collectors.toList())
System.out.println(points)
System.out.println(String.format("%.4f", points.get(3).length()))
String shout(String s) { return s.toUpperCase() + mark(); }
String mark() { return "!"; }
System.out.println(shout("forward reference"))
String mark() { return "?"; }
System.out.println(shout("redefined"))
enum Colour { RED, GREEN, BLUE }
for (Colour c : Colour.values()) { System.out.println(c + " " + c.ordinal()); }
interface Shape { double area(); }
class Circle implements Shape { double r = 2; public double area() { return Math.PI * r * r; } public String toString() { return "circle " + r; } }
Shape s = new Circle()
System.out.println(s.area())
int broken = "not an int";
try { Object o = List.of(1); String t = (String) o; } catch (ClassCastException e) { System.out.println("caught " + e.getClass().getSimpleName()); }
int[] empty = new int[0]
empty[1]
System.out.println(Stream.iterate(1L, n -> n * 3).limit(15).map(Long::toHexString).collect(Collectors.joining(",")))
/set feedback verbose
var map = new TreeMap<String, List<Integer>>()
map.computeIfAbsent("k", k -> new ArrayList<>()).add(7)
map
square(5) + 1
String wrong() { return undefined; }
throw new IllegalStateException("thrown")
/vars
/methods
/types
/exit square(3)
