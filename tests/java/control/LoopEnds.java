// Ends of counting loops and of branches that the translator shortens: `continue`, the branches of an `if` at a loop's end, constants that are
// chosen, returned or stored, casts in front of stores, constructors that do nothing.
import java.util.HashMap;
import java.util.Map;

public class LoopEnds {
    static class Empty { }
    static class Outer extends Empty { int x = 3; }

    static int upwards(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if (i % 3 == 0) continue;
            if (i % 5 == 0) sum += 100;
            else sum += i;
        }
        return sum;
    }

    static int downwards(int n) {
        int sum = 0;
        for (int i = n; i >= 0; i--) {
            if ((i & 1) == 0) sum += i;
            else sum -= 1;
        }
        return sum;
    }

    static int unequal(int n) {
        int sum = 0;
        for (int i = 0; i != 7; i++) {
            if (i == n) continue;
            sum = sum * 10 + i;
        }
        return sum;
    }

    static byte small(int x) { return x > 0 ? (byte) 200 : -1; }
    static boolean isOdd(int x) { return (x & 1) != 0 ? true : false; }

    static String states(int rounds) {
        int state = 0;
        String path = "";
        for (int i = 0; i < rounds; i++) {
            switch (state) {
                case 0: state = (i & 2) == 0 ? 1 : 5; break;
                case 1: state = 2; break;
                case 5: state = (i & 1) == 0 ? 2 : 0; break;
                default: state = 0;
            }
            int kept = state;
            int copy = (kept = i > 3 ? 7 : 8) + kept;
            path += state + ":" + copy + " ";
        }
        return path.trim();
    }

    static Object stored(Object o) {
        String s = (String) o;
        Object again = s;
        CharSequence c = (CharSequence) again;
        again = null;
        return s + c.length() + again;
    }

    public static void main(String[] args) {
        System.out.println(upwards(20)); // expect: 312
        System.out.println(downwards(9)); // expect: 15
        System.out.println(unequal(3)); // expect: 12456
        System.out.println(small(1) + " " + small(0)); // expect: -56 -1
        System.out.println(isOdd(3) + " " + isOdd(4)); // expect: true false
        System.out.println(states(6)); // expect: 1:16 2:16 0:16 5:16 2:14 0:14
        System.out.println(stored("abc")); // expect: abc3null
        try {
            stored(5);
        } catch (ClassCastException e) {
            System.out.println("no String"); // expect: no String
        }
        int sum = 0;
        for (int i = 0; i < 3; i++) sum += new Outer().x + (new Empty() instanceof Empty ? 1 : 0);
        System.out.println(sum); // expect: 12
        Map<Object, Integer> map = new HashMap<>();
        for (int i = -3; i < 300; i++) map.merge(i % 100, i, Integer::sum);
        map.put(null, 1);
        map.put("a", 2);
        map.put(5L, 3);
        System.out.println(map.get(null) + map.get("a") + map.get(5L) + " " + map.get(50) + " " + map.get(-3)); // expect: 6 450 -3
        System.out.println((Integer.valueOf(127) == Integer.valueOf(127)) + " " + (Integer.valueOf(128) == Integer.valueOf(128))); // expect: true false
    }
}
