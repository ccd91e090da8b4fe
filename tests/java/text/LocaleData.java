import java.text.*;
import java.time.*;
import java.time.format.*;
import java.time.temporal.WeekFields;
import java.util.*;

// What the CLDR says for some locales: numbers, currencies, dates, names of months, days, languages and zones, week rules, plural choices.
public class LocaleData {
    public static void main(String[] args) {
        Date date = new Date(1_709_209_800_000L);
        ZonedDateTime time = ZonedDateTime.of(2024, 2, 29, 14, 5, 6, 0, ZoneId.of("Europe/Paris"));
        for (String tag : new String[] {"en-US", "de-CH", "fr-FR", "hi-IN", "ar-EG", "ja-JP", "th-TH-u-ca-buddhist", "ru-RU"}) {
            Locale locale = Locale.forLanguageTag(tag);
            System.out.println(tag + " " + NumberFormat.getInstance(locale).format(-1234567.891) + " " + NumberFormat.getCurrencyInstance(locale).format(1234.5) + " " + NumberFormat.getPercentInstance(locale).format(0.256) + " " + NumberFormat.getCompactNumberInstance(locale, NumberFormat.Style.SHORT).format(12_345));
            DateFormat full = DateFormat.getDateTimeInstance(DateFormat.FULL, DateFormat.SHORT, locale);
            full.setTimeZone(TimeZone.getTimeZone("UTC"));
            System.out.println("  " + full.format(date) + " | " + DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM).withLocale(locale).format(time) + " | " + DateTimeFormatter.ofPattern("EEEE d MMMM yyyy G, zzzz", locale).format(time));
            System.out.println("  " + locale.getDisplayLanguage(locale) + " " + locale.getDisplayCountry(locale) + " " + Locale.JAPANESE.getDisplayName(locale) + " " + WeekFields.of(locale) + " " + Month.MARCH.getDisplayName(TextStyle.SHORT_STANDALONE, locale) + " " + DayOfWeek.FRIDAY.getDisplayName(TextStyle.NARROW, locale) + " " + Currency.getInstance("EUR").getDisplayName(locale));
        }
        System.out.println(Locale.getAvailableLocales().length + " " + Currency.getAvailableCurrencies().size() + " " + Locale.getISOCountries().length + " " + ZoneId.getAvailableZoneIds().size());
        System.out.println(new Locale.Builder().setLanguage("sr").setScript("Latn").setRegion("RS").setExtension('u', "nu-latn").build().toLanguageTag() + " " + Locale.lookup(Locale.LanguageRange.parse("de-CH;q=0.5,fr"), List.of(Locale.GERMAN, Locale.FRENCH)) + " " + Locale.forLanguageTag("iw").getLanguage());
        Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("America/New_York"), Locale.US);
        calendar.setTime(date);
        calendar.add(Calendar.MONTH, 1);
        System.out.println(calendar.get(Calendar.DAY_OF_MONTH) + " " + calendar.getActualMaximum(Calendar.DAY_OF_YEAR) + " " + calendar.getTimeZone().inDaylightTime(calendar.getTime()) + " " + calendar.getDisplayName(Calendar.MONTH, Calendar.LONG, Locale.ITALIAN) + " " + calendar.getFirstDayOfWeek());
        System.out.println(Locale.getDefault() + " " + Locale.getDefault(Locale.Category.FORMAT) + " " + TimeZone.getDefault().getID());
    }

}
