// tableswitch and lookupswitch: borders, holes, negative keys, fall-through, default in the middle, extreme keys.
public class Switches {
    static String table(int x) {
        switch (x) {
            case -1: return "m1";
            case 0: return "0";
            case 1:
            case 2: return "1or2";
            case 4: return "4";
            default: return "d";
        }
    }

    static String lookup(int x) {
        switch (x) {
            case Integer.MIN_VALUE: return "min";
            case -1000: return "-1000";
            case 0: return "zero";
            case 77777: return "77777";
            case Integer.MAX_VALUE: return "max";
            default: return "other";
        }
    }

    static int fall(int x) {
        int r = 0;
        switch (x) {
            case 3: r += 3;
            default: r += 100;
            case 1: r += 1; break;
            case 2: r += 2;
        }
        return r;
    }

    static String chars(char c) {
        switch (c) {
            case 'a': case 'e': case 'i': case 'o': case 'u': return "vowel";
            case '\uffff': return "last";
            default: return c >= 'a' && c <= 'z' ? "consonant" : "other";
        }
    }

    static int nearMax(int x) {
        switch (x) {
            case 0x7ffffffd: return 1;
            case 0x7ffffffe: return 2;
            case 0x7fffffff: return 3;
            default: return 0;
        }
    }

    static int nearMin(int x) {
        switch (x) {
            case 0x80000000: return 1;
            case 0x80000001: return 2;
            case 0x80000002: return 3;
            default: return 0;
        }
    }

    static int only(int x) {
        switch (x) {
            default: return 9;
        }
    }

    public static void main(String[] args) {
        for (int i = -3; i < 7; i++) {
            System.out.print(table(i) + " " + fall(i) + " " + only(i) + "; ");
        }
        System.out.println();
        for (int i : new int[] {Integer.MIN_VALUE, Integer.MIN_VALUE + 1, -1001, -1000, -999, 0, 1, 77776, 77777, Integer.MAX_VALUE - 1, Integer.MAX_VALUE}) {
            System.out.print(lookup(i) + " " + nearMax(i) + " " + nearMin(i) + " ");
        }
        System.out.println();
        System.out.println(chars('a') + chars('z') + chars('\uffff') + chars('U') + nearMax(0x7ffffffd) + nearMin(0x80000002));
        byte b = -128;
        switch (b) {
            case -128: System.out.println("byte min"); break;
            case 127: System.out.println("byte max"); break;
        }
        Integer boxed = 5;
        switch (boxed) {
            case 5: System.out.println("boxed");
        }
        long total = 0;
        for (int i = 0; i < 2000; i++) {
            switch (i & 15) {
                case 0: continue;
                case 1: total += i; break;
                case 5: total ^= i;
                case 9: total -= 3; break;
                case 15: total <<= 1;
            }
            total++;
        }
        System.out.println(total);
    }
}
