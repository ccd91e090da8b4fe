// A tour of commons-lang3 as the javac under test compiled it.

import java.util.Arrays;
import java.util.Locale;
import java.util.TimeZone;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.CharSetUtils;
import org.apache.commons.lang3.ClassUtils;
import org.apache.commons.lang3.Range;
import org.apache.commons.lang3.StringEscapeUtils;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.builder.EqualsBuilder;
import org.apache.commons.lang3.builder.HashCodeBuilder;
import org.apache.commons.lang3.builder.ToStringBuilder;
import org.apache.commons.lang3.builder.ToStringStyle;
import org.apache.commons.lang3.math.Fraction;
import org.apache.commons.lang3.math.NumberUtils;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.apache.commons.lang3.text.WordUtils;
import org.apache.commons.lang3.time.DurationFormatUtils;
import org.apache.commons.lang3.time.FastDateFormat;
import org.apache.commons.lang3.tuple.Pair;

public class UseLang {
    static class Point {
        final int x;
        final int y;
        final String[] names;

        Point(int x, int y, String... names) {
            this.x = x;
            this.y = y;
            this.names = names;
        }

        @Override
        public boolean equals(Object other) {
            return EqualsBuilder.reflectionEquals(this, other);
        }

        @Override
        public int hashCode() {
            return HashCodeBuilder.reflectionHashCode(this);
        }

        @Override
        public String toString() {
            return ToStringBuilder.reflectionToString(this, ToStringStyle.SHORT_PREFIX_STYLE);
        }
    }

    @SuppressWarnings("deprecation")
    public static void main(String[] args) throws Exception {
        System.out.println(StringUtils.reverse("minijvm") + StringUtils.center("x", 9, '*'));
        System.out.println(StringUtils.getLevenshteinDistance("kitten", "sitting") + " " + StringUtils.abbreviate("a long sentence", 9));
        System.out.println(Arrays.toString(StringUtils.splitByCharacterTypeCamelCase("aCamelCase42Word")));
        System.out.println(WordUtils.capitalizeFully("the quick BROWN fox") + "|" + WordUtils.wrap("one two three four five", 9));
        System.out.println(CharSetUtils.squeeze("hellooo", "a-z") + " " + StringEscapeUtils.escapeJava("tab\t\u00fc\"q\""));
        System.out.println(Arrays.toString(ArrayUtils.addAll(new int[] {1, 2}, 3, 4)) + ArrayUtils.toString(ArrayUtils.toObject(new long[] {5})));
        System.out.println(new Point(1, 2, "a", "b") + " " + new Point(1, 2).equals(new Point(1, 2)) + " " + new Point(3, 4).hashCode());
        System.out.println(Fraction.getFraction("3/4").multiplyBy(Fraction.getFraction(2, 9)).reduce() + " " + NumberUtils.createNumber("0x7fffffffff"));
        System.out.println(Range.between(1, 10).intersectionWith(Range.between(5, 20)) + " " + Pair.of("k", 7));
        System.out.println(MethodUtils.invokeMethod("text", "substring", 1, 3) + " " + ClassUtils.getAbbreviatedName("java.lang.String", 9));
        System.out.println(FastDateFormat.getInstance("yyyy-MM-dd EEEE HH:mm z", TimeZone.getTimeZone("GMT+2"), Locale.FRANCE).format(86_400_000L * 365));
        System.out.println(DurationFormatUtils.formatDurationWords(93_784_000L, true, true));
        System.exit(ClassUtils.getAllInterfaces(java.util.ArrayList.class).size());
    }
}
