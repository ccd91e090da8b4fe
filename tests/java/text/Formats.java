import java.text.*;
import java.util.*;

// java.text: patterns and parsing, message and choice formats, collation with its strengths, break iterators, normalisation, bidi; resource bundles
// by class and by file, with parents and fallbacks.
public class Formats {
    public static class Texts extends ListResourceBundle {
        protected Object[][] getContents() {
            return new Object[][] {{"a", "root a"}, {"b", "root b"}, {"list", new String[] {"x", "y"}}};
        }
    }

    public static class Texts_de extends ListResourceBundle {
        protected Object[][] getContents() {
            return new Object[][] {{"a", "deutsch a"}};
        }
    }

    public static class Texts_de_CH extends ListResourceBundle {
        protected Object[][] getContents() {
            return new Object[][] {{"b", "schweizerisch b"}};
        }
    }

    public static void main(String[] args) throws Exception {
        DecimalFormat decimal = new DecimalFormat("#,##0.00;(#,##0.00)", DecimalFormatSymbols.getInstance(Locale.US));
        System.out.println(decimal.format(-1234.567) + " " + decimal.parse("(1,234.50)") + " " + new DecimalFormat("0.###E0").format(123456) + " " + new DecimalFormat("00.0%").format(0.1234));
        ParsePosition position = new ParsePosition(0);
        System.out.println(NumberFormat.getInstance(Locale.GERMANY).parse("1.234,5 Euro", position) + " " + position.getIndex());
        SimpleDateFormat dates = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSSXXX EEE", Locale.US);
        dates.setTimeZone(TimeZone.getTimeZone("Asia/Kolkata"));
        System.out.println(dates.format(new Date(0)) + " " + dates.parse("2024-02-29T12:00:00.000+05:30 Thu").getTime());
        dates.setLenient(false);
        try {
            dates.parse("2024-02-30T12:00:00.000+05:30 Fri");
        } catch (ParseException e) {
            System.out.println(e.getMessage() + " " + e.getErrorOffset());
        }
        System.out.println(MessageFormat.format("{0} it''s {1,number,integer} {2,choice,0#none|1#one|1<many {2}} {3,date,yyyy}", "a", 1234.5, 3, new Date(0)) + " " + Arrays.toString(new MessageFormat("{0}-{1,number}").parse("x-12")));
        System.out.println(new ChoiceFormat("0#zero|1#one|2#more").format(7) + " " + ChoiceFormat.nextDouble(1.0));

        String[] words = {"zebra", "\u00c4pfel", "Apfel", "apfel", "cote", "cot\u00e9", "c\u00f4te", "\u00d6l", "ol"};
        for (String tag : new String[] {"de", "sv", "fr", "en"}) {
            Collator collator = Collator.getInstance(Locale.forLanguageTag(tag));
            String[] sorted = words.clone();
            Arrays.sort(sorted, collator);
            collator.setStrength(Collator.PRIMARY);
            System.out.println(tag + " " + Arrays.toString(sorted) + " " + collator.equals("Apfel", "\u00e4pfel") + " " + (collator.getCollationKey("a").compareTo(collator.getCollationKey("B")) < 0));
        }
        System.out.println(new RuleBasedCollator("< c < b < a").compare("abc", "cba"));

        BreakIterator sentences = BreakIterator.getSentenceInstance(Locale.US);
        sentences.setText("One here. Two, e.g. there! Three?");
        StringBuilder marks = new StringBuilder();
        for (int at = sentences.first(); at != BreakIterator.DONE; at = sentences.next()) {
            marks.append(at).append(' ');
        }
        BreakIterator letters = BreakIterator.getCharacterInstance();
        letters.setText("e\u0301x");
        System.out.println(marks + "" + letters.following(0));
        System.out.println(Normalizer.normalize("\u00e9\ufb01", Normalizer.Form.NFD).length() + " " + Normalizer.normalize("\ufb01", Normalizer.Form.NFKC) + " " + Normalizer.isNormalized("\u00e9", Normalizer.Form.NFD));
        Bidi bidi = new Bidi("abc \u05d0\u05d1 12", Bidi.DIRECTION_DEFAULT_LEFT_TO_RIGHT);
        System.out.println(bidi.isMixed() + " " + bidi.getRunCount() + " " + bidi.getRunLevel(1));
        AttributedString attributed = new AttributedString("text");
        attributed.addAttribute(AttributedCharacterIterator.Attribute.LANGUAGE, Locale.US, 1, 3);
        System.out.println(attributed.getIterator().getRunLimit() + " " + attributed.getIterator().getAllAttributeKeys());

        for (String tag : new String[] {"de-CH", "de-AT", "ja"}) {
            ResourceBundle bundle = ResourceBundle.getBundle("Formats$Texts", Locale.forLanguageTag(tag), ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_DEFAULT));
            System.out.println(bundle.getLocale() + " " + bundle.getString("a") + ", " + bundle.getString("b") + ", " + bundle.getStringArray("list").length + " " + new TreeSet<>(bundle.keySet()));
        }
        ResourceBundle file = ResourceBundle.getBundle("messages", Locale.FRANCE);
        System.out.println(file.getLocale() + " " + file.getString("hello") + " " + file.getString("only.root") + " " + file.containsKey("none"));
        for (String name : new String[] {"no.such.Bundle", "messages"}) {
            try {
                ResourceBundle.getBundle(name, Locale.ROOT).getString("no.such.key");
            } catch (MissingResourceException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
