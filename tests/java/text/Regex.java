import java.util.*;
import java.util.regex.*;
import java.util.stream.*;

// Regular expressions: groups, look-around, back-references, possessive and lazy forms, flags, unicode, replacement, errors.
public class Regex {
    static void all(String regex, String input) {
        Matcher m = Pattern.compile(regex).matcher(input);
        StringBuilder s = new StringBuilder(regex + ":");
        while (m.find()) {
            s.append(" <");
            for (int g = 0; g <= m.groupCount(); g++) s.append(m.group(g)).append('@').append(m.start(g)).append(';');
            s.append('>');
        }
        System.out.println(s);
    }

    public static void main(String[] args) {
        all("(a+)(b*)", "aabbaab");
        all("(\\w+)@(\\w+)\\.com", "joe@x.com, ann@yy.com");
        all("(?<=\\d)(?=(\\d{3})+$)", "1234567");
        all("(\\w)\\1", "aabbcdd");
        all("a*?b|a*+c", "aaab aaac");
        all("(?i)straSSe|caf\u00e9", "STRASSE CAF\u00c9 caf\u00e9");
        all("^\\s*(#.*)?$", "  # x");
        all("(?m)^(.)", "ab\ncd\r\nef");
        all("(?s).+", "a\nb");
        all("[^a-c&&[^x]]+", "abxyzc");
        all("\\p{Lu}\\p{IsGreek}?", "A\u03b1B");
        all("(?<year>\\d{4})-(?<m>\\d\\d)", "2021-03 1999-12");
        all("\\bfoo\\b|\\Bfoo", "foo xfoo");
        all("(a|ab)(c|bcd)(d*)", "abcd");
        all("(x+x+)+y", "xxxxxxxxxxy");
        all("", "ab");
        all(".", "\ud83d\ude00");
        System.out.println("John Smith".replaceAll("(\\w+) (\\w+)", "$2, $1") + " " + "a.b".split(Pattern.quote(".")).length + " " + Pattern.compile("\\d").matcher("a1b2").replaceAll(r -> "<" + (char) (r.group().charAt(0) + 1) + ">"));
        Matcher m = Pattern.compile("(?<k>\\w)=(?<v>\\d)").matcher("a=1 b=2");
        StringBuilder out = new StringBuilder();
        while (m.find()) m.appendReplacement(out, "${v}:${k}");
        System.out.println(m.appendTail(out) + " " + Pattern.compile("b").splitAsStream("abcbd").collect(Collectors.toList()) + " " + m.reset("c=3").results().count() + " " + Pattern.matches("a{2,3}", "aaaa") + " " + Pattern.compile("a|b").asPredicate().test("xb") + " " + m.reset("d=4 ").lookingAt() + m.hitEnd());
        for (String bad : new String[] {"(", "[a", "*x", "a{2", "(?<n>a)(?<n>b)", "\\", "(?<=a*)b", "\\k<no>", "[z-a]"}) {
            try {
                Pattern.compile(bad);
                System.out.println("compiles " + bad);
            } catch (PatternSyntaxException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            m.group("zz");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        String big = "ab".repeat(2000) + "c";
        System.out.println(Pattern.compile("(?:ab)*c").matcher(big).matches() + " " + Pattern.compile("(a|b)*?c").matcher("abababc").matches());
    }
}
