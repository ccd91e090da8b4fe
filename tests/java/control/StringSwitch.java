// Switch on strings: equal hash codes ("Aa" and "BB"), empty string, a string made at run time, null.
public class StringSwitch {
    static int pick(String s) {
        switch (s) {
            case "Aa": return 1;
            case "BB": return 2;
            case "AaAa": return 3;
            case "BBBB": return 4;
            case "AaBB": return 5;
            case "BBAa": return 6;
            case "": return 7;
            case "\0": return 8;
            case "long enough to matter, with \u00fcnic\u00f6de \ud83d\ude00": return 9;
            default: return -1;
        }
    }

    static String arrow(String day) {
        return switch (day) {
            case "sat", "sun" -> "weekend";
            case "fri" -> {
                String mood = "almost ";
                yield mood + "weekend";
            }
            default -> day.length() > 3 ? "unknown" : "work";
        };
    }

    public static void main(String[] args) {
        String[] inputs = {"Aa", "BB", "AaAa", "BBBB", "AaBB", "BBAa", "", "\0", "C#", "aa", "long enough to matter, with \u00fcnic\u00f6de \ud83d\ude00"};
        for (String s : inputs) {
            System.out.print(pick(s) + " " + pick(new String(s)) + " " + pick(new StringBuilder(s).append("x").deleteCharAt(s.length()).toString()) + "; ");
        }
        System.out.println();
        System.out.println("Aa".hashCode() == "BB".hashCode()); // expect: true
        for (String day : new String[] {"sat", "sun", "fri", "mon", "someday"}) {
            System.out.println(day + " " + arrow(day));
        }
        try {
            pick(null);
        } catch (NullPointerException e) {
            System.out.println("null in a switch");
        }
        StringBuilder out = new StringBuilder();
        for (String word : "one two three two one zero".split(" ")) {
            switch (word) {
                case "one" -> out.append(1);
                case "two" -> out.append(2);
                case "three" -> out.append(3);
                default -> out.append('?');
            }
        }
        System.out.println(out); // expect: 12321?
    }
}
