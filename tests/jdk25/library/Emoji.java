// Characters of Unicode 16: emoji properties, clusters in patterns, names, blocks, scripts, breaks, normal forms, case.
import java.text.*;
import java.util.*;
import java.util.regex.*;
import java.util.stream.*;

public class Emoji {
  public static void main(String[] args) {
    for (int c : new int[] {'a', '#', '5', 0x2764, 0x1F600, 0x1F44B, 0x1F3FD, 0x1F1E6, 0x200D, 0xA9, 0x1FAE8, 0x1F468, 0xE000, 0x10FFFF, 0x16D40})
      System.out.println(Integer.toHexString(c) + " " + Character.isEmoji(c) + Character.isEmojiPresentation(c) + Character.isEmojiModifier(c) + Character.isEmojiModifierBase(c) + Character.isEmojiComponent(c) + Character.isExtendedPictographic(c) + " " + Character.getName(c) + " " + Character.UnicodeBlock.of(c) + " " + Character.UnicodeScript.of(c) + " " + Character.getType(c) + " " + Character.isDefined(c) + Character.isUnicodeIdentifierStart(c) + Character.isIdentifierIgnorable(c));
    String text = "a👨‍👩‍👧‍👦é🇦🇹👋🏽각\r\nक्षि";
    Matcher cluster = Pattern.compile("\\X").matcher(text);
    System.out.println(cluster.results().map(m -> m.group().length()).toList() + " " + text.length() + " " + text.codePointCount(0, text.length()));
    System.out.println(Pattern.compile("\\p{IsEmoji}").matcher(text).results().count() + " " + Pattern.compile("\\p{IsEmoji_Presentation}").matcher(text).results().count() + " " + Pattern.compile("\\p{IsExtended_Pictographic}+").matcher(text).results().count() + " " + text.split("\\b{g}").length + " " + Pattern.compile("\\N{WAVING HAND SIGN}").matcher(text).find());
    BreakIterator breaks = BreakIterator.getCharacterInstance(Locale.ROOT);
    breaks.setText(text);
    List<Integer> at = new ArrayList<>();
    for (int i = breaks.first(); i != BreakIterator.DONE; i = breaks.next()) at.add(i);
    System.out.println(at);
    BreakIterator words = BreakIterator.getWordInstance(Locale.US);
    words.setText("It's 3.5 o'clock, e.g. now.");
    at.clear();
    for (int i = words.first(); i != BreakIterator.DONE; i = words.next()) at.add(i);
    System.out.println(at + " " + Character.codePointOf("GRINNING FACE") + " " + Character.toChars(0x1F600).length + " " + Character.charCount(0xffff));
    try { Character.codePointOf("NO SUCH NAME"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    try { Character.toString(0x110000); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    for (String s : List.of("é", "Å", "ﬁ", "①", "각", "ཱི")) System.out.print(Arrays.stream(Normalizer.Form.values()).map(f -> Normalizer.normalize(s, f).length() + (Normalizer.isNormalized(s, f) ? "y" : "n")).collect(Collectors.joining(",")) + " ");
    System.out.println();
    int letters = 0, digits = 0, upper = 0, emoji = 0, mirrored = 0, defined = 0, space = 0;
    long hash = 0;
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      if (Character.isLetter(c)) letters++;
      if (Character.isDigit(c)) digits++;
      if (Character.isUpperCase(c)) upper++;
      if (Character.isEmoji(c)) emoji++;
      if (Character.isMirrored(c)) mirrored++;
      if (Character.isDefined(c)) defined++;
      if (Character.isWhitespace(c) || Character.isSpaceChar(c)) space++;
      hash = hash * 31 + Character.getType(c) + Character.toLowerCase(c) + Character.getNumericValue(c) + Character.getDirectionality(c);
    }
    System.out.println(letters + " " + digits + " " + upper + " " + emoji + " " + mirrored + " " + defined + " " + space + " " + hash);
    System.out.println("ǅ".toLowerCase() + Character.toTitleCase('ǆ') + " " + Character.isIdeographic('漢') + " " + Character.isJavaIdentifierPart('€') + Character.isSurrogatePair('\ud83d', '\ude00') + " " + Character.reverseBytes('\u1234') + " " + Character.getNumericValue('Ⅷ') + " " + Character.digit('९', 10) + " " + Character.forDigit(35, 36));
    System.out.println(Pattern.compile("straße", Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE).matcher("STRAßE").matches() + " " + "Ünïcödé".matches("\\p{L}+") + " " + "٣".matches("\\d") + Pattern.compile("\\d", Pattern.UNICODE_CHARACTER_CLASS).matcher("٣").matches() + " " + Pattern.compile("a\u030A", Pattern.CANON_EQ).matcher("å").matches());
  }
}
