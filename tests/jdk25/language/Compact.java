// JEP 512: a compact source file: no class, an instance main, fields and methods of an object that the launcher makes.
// args: one two
// stdin: Ada\n12\n
int made = count();
static int counter;
final List<String> names = new ArrayList<>();

int count() { return ++counter; }

record Pair(String name, int length) {}
enum Mode { ON, OFF }
interface Shout { default String shout(String s) { return s.toUpperCase() + "!"; } }

void main(String[] args) {
  IO.println("args " + Arrays.toString(args) + " made " + made + " " + this.getClass().getName());
  String name = IO.readln("name? ");
  IO.println("hello " + name + ", " + (Integer.parseInt(IO.readln()) + 1));
  IO.println(IO.readln());
  names.add(name);
  IO.println(names.stream().map(n -> new Pair(n, n.length())).toList() + " " + Mode.valueOf("ON") + new Shout() {}.shout(name));
  IO.print('x');
  IO.println();
  Class<?> own = getClass();
  IO.println(own.isSynthetic() + " " + Modifier.toString(own.getModifiers()) + " " + own.getDeclaredConstructors().length + " " + own.getSuperclass() + " " + own.isAnonymousClass());
  IO.println(counter);
  main();
  throw new IllegalStateException("from main");
}

void main() { IO.println("the other main"); }
