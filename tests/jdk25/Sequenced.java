// JEP 431: sequenced collections.
import java.util.*;

public class Sequenced {
  public static void main(String[] args) {
    var list = new ArrayList<>(List.of(1, 2, 3));
    System.out.println(list.reversed() + " " + list.getFirst() + " " + list.getLast());
    list.addFirst(0);
    list.addLast(4);
    System.out.println(list + " " + list.removeFirst() + " " + list.removeLast() + " " + list);
    SequencedSet<String> set = new LinkedHashSet<>(List.of("a", "b", "c"));
    System.out.println(set.reversed() + " " + set.getFirst());
    SequencedMap<String, Integer> map = new LinkedHashMap<>();
    map.putLast("x", 1);
    map.putFirst("w", 0);
    System.out.println(map + " " + map.reversed() + " " + map.firstEntry() + " " + map.pollLastEntry() + " " + map.sequencedKeySet());
    Deque<Integer> deque = new ArrayDeque<>(list);
    System.out.println(deque.reversed() + " " + new TreeSet<>(list).reversed());
    for (var it = Collections.unmodifiableSequencedCollection(list).reversed().iterator(); it.hasNext();) System.out.print(it.next() + " ");
    System.out.println();
    try { new ArrayList<>().getFirst(); } catch (NoSuchElementException e) { System.out.println(e); }
  }
}
