// Locales and CLDR of 25: dates with skeletons, compact and rounded numbers, lists, names, currencies, first days, collation, messages.
import java.text.*;
import java.time.*;
import java.time.format.*;
import java.time.temporal.*;
import java.util.*;

public class Locales {
  static final List<Locale> ALL = List.of(Locale.US, Locale.GERMANY, Locale.FRANCE, Locale.JAPAN, Locale.of("ar", "EG"), Locale.of("hi", "IN"), Locale.of("de", "CH"), Locale.ROOT, Locale.forLanguageTag("sr-Latn-RS"), Locale.of("th", "TH"), Locale.of("zh", "TW"));

  public static void main(String[] args) {
    LocalDateTime time = LocalDateTime.of(2025, 9, 16, 13, 5, 9);
    for (Locale l : ALL) {
      System.out.println(l + " " + l.toLanguageTag() + " " + l.getDisplayName(Locale.ENGLISH) + " " + l.getDisplayLanguage(l) + " " + l.getISO3Country());
      System.out.println("  " + DateTimeFormatter.ofLocalizedDate(FormatStyle.FULL).withLocale(l).format(time) + " | " + DateTimeFormatter.ofLocalizedTime(FormatStyle.SHORT).withLocale(l).format(time) + " | " + DateTimeFormatter.ofLocalizedPattern("yMMMd").withLocale(l).format(time) + " | " + DateTimeFormatter.ofPattern("EEEE B", l).format(time));
      System.out.println("  " + NumberFormat.getInstance(l).format(-1234567.891) + " " + NumberFormat.getCompactNumberInstance(l, NumberFormat.Style.SHORT).format(12345678) + " " + NumberFormat.getCompactNumberInstance(l, NumberFormat.Style.LONG).format(1234) + " " + NumberFormat.getPercentInstance(l).format(0.256) + " " + NumberFormat.getCurrencyInstance(l).format(9.99));
      System.out.println("  " + WeekFields.of(l) + " " + DecimalStyle.of(l) + " " + ListFormat.getInstance(l, ListFormat.Type.OR, ListFormat.Style.SHORT).format(List.of("a", "b", "c")) + " " + DayOfWeek.MONDAY.getDisplayName(TextStyle.NARROW, l) + Month.MAY.getDisplayName(TextStyle.SHORT_STANDALONE, l));
    }
    for (String tag : List.of("en-u-nu-thai-ca-buddhist", "de-x-private", "zh-hant-tw", "i-klingon", "x", "en_US", "iw", "he")) System.out.println(tag + " " + Locale.forLanguageTag(tag) + " " + Locale.forLanguageTag(tag).toLanguageTag());
    System.out.println(NumberFormat.getInstance(Locale.forLanguageTag("en-u-nu-thai")).format(12.5) + " " + Locale.of("iw") + " " + Locale.lookup(Locale.LanguageRange.parse("de-CH,en;q=0.5"), List.of(Locale.ENGLISH, Locale.GERMAN)) + " " + Locale.getISOCountries().length);
    try { Locale.of("x y"); new Locale.Builder().setLanguage("x y"); } catch (IllformedLocaleException e) { System.out.println(e.getMessage()); }
    Collator german = Collator.getInstance(Locale.GERMAN);
    List<String> words = new ArrayList<>(List.of("zebra", "Äpfel", "apfel", "Öl", "ol", "ß", "ss", "Zug"));
    words.sort(german);
    System.out.println(words + " " + german.compare("a", "A") + " " + Collator.getInstance(Locale.of("sv")).compare("ö", "z"));
    for (int n : new int[] {0, 1, 2, 1234}) System.out.print(new MessageFormat("{0,choice,0#no files|1#one file|1<{0,number} files} in {1}; ", Locale.US).format(new Object[] {n, "x"}));
    System.out.println(MessageFormat.format("'{0}' ''{1}'' {0}", "a", "b"));
    try { System.out.println(NumberFormat.getInstance(Locale.GERMANY).parse("1.234,5x") + " " + NumberFormat.getCompactNumberInstance(Locale.US, NumberFormat.Style.SHORT).parse("12K")); NumberFormat.getInstance(Locale.US).parse("x"); } catch (ParseException e) { System.out.println(e.getMessage() + " " + e.getErrorOffset()); }
    DecimalFormat strict = (DecimalFormat) NumberFormat.getInstance(Locale.US);
    strict.setStrict(true);
    try { strict.parse("1,23,4"); } catch (ParseException e) { System.out.println("strict " + e.getErrorOffset()); }
    System.out.println(Currency.getInstance("EUR").getSymbol(Locale.FRANCE) + " " + Currency.getInstance(Locale.JAPAN) + " " + Currency.getInstance("JPY").getDefaultFractionDigits() + " " + Currency.getInstance("CHF").getDisplayName(Locale.GERMAN));
    System.out.println(ZonedDateTime.of(time, ZoneId.of("Europe/Vienna")).format(DateTimeFormatter.ofPattern("zzzz VV xxx O", Locale.US)) + " " + java.time.chrono.ThaiBuddhistDate.from(time.toLocalDate()) + " " + java.time.chrono.JapaneseDate.from(time.toLocalDate()) + " " + java.time.chrono.HijrahDate.from(time.toLocalDate()));
    System.out.println(String.format(Locale.GERMANY, "%,.2f %tA %<tB %<te", 1234.5, time) + " " + String.format(Locale.of("ar", "EG"), "%d", 42) + " " + "TITLE".toLowerCase(Locale.of("tr")));
    ResourceBundle bundle = new ListResourceBundle() { protected Object[][] getContents() { return new Object[][] {{"key", "value"}}; } };
    try { bundle.getString("none"); } catch (MissingResourceException e) { System.out.println(bundle.getString("key") + " " + e.getMessage().replaceAll("Locales\\$\\d+", "C")); }
    try { ResourceBundle.getBundle("no.bundle", Locale.US); } catch (MissingResourceException e) { System.out.println(e.getMessage()); }
    System.out.println(Locale.getAvailableLocales().length > 1000 ? "many" : "few");
  }
}
