import java.time.*;
import java.time.format.*;
import java.time.temporal.*;
import java.util.*;

// java.time with fixed clocks and zones: arithmetic over months and daylight saving, parsing, formatting, periods, errors.
public class TimeFixed {
    public static void main(String[] args) throws Exception {
        Clock clock = Clock.fixed(Instant.parse("2024-02-29T12:34:56.789Z"), ZoneId.of("Europe/Paris"));
        LocalDate d = LocalDate.now(clock);
        System.out.println(d + " " + d.plusYears(1) + " " + d.plusMonths(12).isLeapYear() + " " + d.getDayOfWeek() + " " + d.with(TemporalAdjusters.lastDayOfMonth()) + " " + d.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) + " " + d.until(LocalDate.of(2030, 1, 1)) + " " + ChronoUnit.DAYS.between(d, LocalDate.EPOCH));
        ZonedDateTime z = ZonedDateTime.now(clock);
        System.out.println(z + " " + z.withZoneSameInstant(ZoneId.of("America/New_York")) + " " + z.toOffsetDateTime() + " " + z.toEpochSecond());
        ZonedDateTime gap = ZonedDateTime.of(2024, 3, 31, 2, 30, 0, 0, ZoneId.of("Europe/Paris"));
        System.out.println(gap + " " + gap.minusDays(1).plusDays(1) + " " + gap.plusHours(24) + " " + ZoneId.of("Europe/Paris").getRules().nextTransition(gap.toInstant()));
        DateTimeFormatter f = DateTimeFormatter.ofPattern("EEEE d MMMM uuuu HH:mm:ss.SSS xxx", Locale.ENGLISH);
        System.out.println(z.format(f) + " " + DateTimeFormatter.ISO_WEEK_DATE.format(d) + " " + DateTimeFormatter.RFC_1123_DATE_TIME.format(z) + " " + DateTimeFormatter.ofPattern("dd/MM/yy").parse("05/11/21", LocalDate::from));
        System.out.println(Duration.between(z, gap) + " " + Duration.ofSeconds(-3661, 5).toString() + " " + Duration.parse("PT8H6M12.345S").toMillis() + " " + Period.parse("P1Y2M3D").plusDays(40).normalized() + " " + Period.between(d, d.plusDays(400)) + " " + Duration.ofDays(3).dividedBy(Duration.ofHours(5)));
        System.out.println(LocalTime.of(23, 59).plusMinutes(2) + " " + LocalTime.MIDNIGHT.minusNanos(1) + " " + YearMonth.of(2023, 2).lengthOfMonth() + " " + MonthDay.of(2, 29).isValidYear(2023) + " " + Year.of(1900).isLeap() + " " + Instant.ofEpochMilli(-1) + " " + Instant.MAX + " " + OffsetTime.of(1, 2, 3, 4, ZoneOffset.ofHoursMinutes(5, 30)));
        for (String bad : new String[] {"2023-02-30", "x", "2023-13-01", ""}) {
            try {
                System.out.println(LocalDate.parse(bad));
            } catch (DateTimeParseException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            LocalDate.of(2023, 2, 29);
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
        try {
            ZoneId.of("No/Where");
        } catch (DateTimeException e) {
            System.out.println(e);
        }
        System.out.println(java.time.chrono.JapaneseDate.from(d) + " " + java.time.chrono.HijrahDate.from(d) + " " + java.time.chrono.ThaiBuddhistDate.from(d));
        GregorianCalendar g = new GregorianCalendar(TimeZone.getTimeZone("UTC"));
        g.setTimeInMillis(0);
        g.add(Calendar.MONTH, 13);
        System.out.println(g.toInstant() + " " + g.getActualMaximum(Calendar.DAY_OF_MONTH) + " " + new java.text.SimpleDateFormat("yyyy-MM-dd'T'HH:mm z", Locale.ROOT).format(new Date(86400000L)) + " " + new Date(0));
    }
}
