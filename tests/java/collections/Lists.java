import java.util.*;

// ArrayList, LinkedList, sublists, iterators that fail fast, removal while iterating, immutable lists.
public class Lists {
    static void attempt(Runnable r) {
        try {
            r.run();
            System.out.println("fine");
        } catch (RuntimeException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) throws Exception {
        for (List<Integer> list : List.of(new ArrayList<Integer>(), new LinkedList<Integer>(), new Vector<Integer>())) {
            for (int i = 0; i < 40; i++) list.add(i % 2 == 0 ? list.size() / 2 : list.size(), i * 7 % 11);
            list.remove(Integer.valueOf(3));
            list.remove(0);
            list.subList(5, 10).clear();
            list.subList(2, 6).replaceAll(x -> -x);
            Collections.sort(list.subList(0, 8));
            list.removeIf(x -> x == 7);
            System.out.println(list + " " + list.hashCode() + " " + list.indexOf(5) + " " + list.lastIndexOf(5) + " " + list.contains(99));
            ListIterator<Integer> it = list.listIterator(list.size());
            while (it.hasPrevious()) {
                int x = it.previous();
                if (x == 0) it.remove();
                else if (x == 1) it.add(100);
                else if (x == 2) it.set(200);
                if (x == 1) it.previous();
            }
            System.out.println(list);
            attempt(() -> {
                for (Integer x : list) if (x == 5) list.add(1);
            });
            attempt(() -> list.get(1000));
            attempt(() -> list.get(-1));
            attempt(() -> list.subList(4, 2));
        }
        attempt(() -> List.of(1).add(2));
        attempt(() -> List.of(1, null));
        attempt(() -> Collections.unmodifiableList(new ArrayList<>()).clear());
        attempt(() -> new ArrayList<>().iterator().next());
        attempt(() -> new ArrayList<Integer>(-1));
        attempt(() -> Arrays.asList(1, 2).remove(0));
        attempt(() -> new ArrayDeque<>().push(null));
        attempt(() -> new ArrayDeque<>().removeFirst());
        List<Integer> nums = new ArrayList<>(List.of(5, 3, 9, 1));
        Collections.reverse(nums);
        Collections.swap(nums, 0, 3);
        Collections.rotate(nums, 1);
        Collections.shuffle(nums, new Random(42));
        System.out.println(nums + " " + Collections.max(nums) + Collections.frequency(nums, 3) + Collections.nCopies(3, "n") + Collections.binarySearch(List.of(1, 3, 5), 4));
        Deque<String> deque = new ArrayDeque<>();
        for (int i = 0; i < 20; i++) {
            if (i % 3 == 0) deque.addFirst("f" + i);
            else deque.addLast("l" + i);
            if (i % 4 == 3) deque.pollFirst();
        }
        System.out.println(deque + " " + deque.peekLast());
    }
}
