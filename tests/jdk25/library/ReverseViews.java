// JEP 431: views in the other order: what writes through, what fails, nested views, iterators that see changes, every implementation.
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

public class ReverseViews {
  interface Action { Object run(); }
  static void attempt(String what, Action action) { try { System.out.println(what + ": " + action.run()); } catch (RuntimeException e) { System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage()); } }

  static void collection(String name, SequencedCollection<String> c) {
    System.out.println(name + " " + c + " " + c.reversed() + " " + c.reversed().reversed());
    attempt("  first", c::getFirst);
    attempt("  last", c::getLast);
    attempt("  last of the view", () -> c.reversed().getLast());
    attempt("  addFirst", () -> { c.addFirst("new"); return c; });
    attempt("  addLast", () -> { c.addLast("b"); return c + " " + c.size(); });
    attempt("  view addFirst", () -> { c.reversed().addFirst("z"); return c; });
    attempt("  removeFirst", () -> c.removeFirst() + c);
    attempt("  view removeFirst", () -> c.reversed().removeFirst() + c);
    attempt("  view remove", () -> c.reversed().remove("b") + " " + c);
    attempt("  view iterator", () -> { Iterator<String> i = c.reversed().iterator(); i.next(); i.remove(); return c; });
    attempt("  view stream", () -> c.reversed().stream().map(String::toUpperCase).toList() + " " + Arrays.toString(c.reversed().toArray(String[]::new)));
    attempt("  changed meanwhile", () -> { Iterator<String> i = c.reversed().iterator(); c.add("q"); return i.next(); });
    attempt("  view of same", () -> c.reversed().equals(c.reversed()) + " " + c.reversed().contains("q"));
  }

  public static void main(String[] args) {
    List<String> abc = List.of("a", "b", "c");
    collection("ArrayList", new ArrayList<>(abc));
    collection("LinkedList", new LinkedList<>(abc));
    collection("ArrayDeque", new ArrayDeque<>(abc));
    collection("LinkedHashSet", new LinkedHashSet<>(abc));
    collection("TreeSet", new TreeSet<>(abc));
    collection("List.of", abc);
    collection("Arrays.asList", Arrays.asList("a", "b", "c"));
    collection("CopyOnWrite", new CopyOnWriteArrayList<>(abc));
    collection("ConcurrentLinkedDeque", new ConcurrentLinkedDeque<>(abc));
    collection("ConcurrentSkipListSet", new ConcurrentSkipListSet<>(abc));
    collection("unmodifiable", Collections.unmodifiableSequencedCollection(new ArrayList<>(abc)));
    collection("subList", new ArrayList<>(List.of("x", "a", "b", "c", "y")).subList(1, 4));
    collection("reversed", new ArrayList<>(abc).reversed());
    collection("keys", new LinkedHashMap<>(Map.of("a", 1)).sequencedKeySet());
    collection("from map", Collections.newSequencedSetFromMap(new LinkedHashMap<>()));
    for (SequencedMap<String, Integer> map : List.of(new LinkedHashMap<>(Map.of("a", 1)), new TreeMap<>(Map.of("a", 1)), new ConcurrentSkipListMap<>(Map.of("a", 1)), new LinkedHashMap<String, Integer>(16, 0.75f, true), Collections.unmodifiableSequencedMap(new LinkedHashMap<>(Map.of("a", 1))))) {
      System.out.println(map.getClass().getSimpleName() + " " + map);
      attempt("  putFirst", () -> { map.putFirst("f", 9); return map; });
      attempt("  putLast", () -> { map.putLast("a", 5); return map; });
      attempt("  put", () -> { map.put("m", 3); map.put("n", 4); map.get("m"); return map; });
      attempt("  reversed", () -> map.reversed() + " " + map.reversed().firstEntry() + map.lastEntry());
      attempt("  entry", () -> { map.firstEntry().setValue(77); return map; });
      attempt("  view put", () -> { map.reversed().put("r", 8); return map; });
      attempt("  poll", () -> map.pollFirstEntry() + " " + map.reversed().pollFirstEntry() + " " + map);
      attempt("  values", () -> map.sequencedValues().reversed() + " " + map.sequencedEntrySet().reversed());
      attempt("  remove by value", () -> map.sequencedValues().remove(3) + " " + map);
    }
    LinkedHashSet<Integer> moved = new LinkedHashSet<>(List.of(1, 2, 3, 4));
    moved.addFirst(3);
    moved.addLast(1);
    System.out.println(moved + " " + moved.reversed().stream().mapToInt(i -> i).boxed().collect(Collectors.toCollection(LinkedHashSet::new)));
    List<Integer> numbers = IntStream.range(0, 10).boxed().collect(Collectors.toCollection(ArrayList::new));
    numbers.reversed().subList(2, 5).clear();
    numbers.reversed().replaceAll(n -> n * 2);
    numbers.reversed().sort(Comparator.naturalOrder());
    System.out.println(numbers + " " + numbers.reversed().indexOf(4) + " " + numbers.reversed().listIterator(2).previous() + " " + Collections.max(numbers.reversed()));
    Deque<Integer> deque = new ArrayDeque<>(List.of(1, 2, 3)).reversed();
    deque.push(9);
    System.out.println(deque + " " + deque.peekLast() + " " + deque.reversed().pop());
  }
}
