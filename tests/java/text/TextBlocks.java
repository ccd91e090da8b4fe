// Text blocks, escapes, character arithmetic and unicode escapes in sources.
public class TextBlocks {
    public static void main(String[] args) {
        String a = """
            first
              indented "quoted"
            trailing\s\s
            joined \
            line \""" end
            tab\tunicode \u00e9 octal \101
            """;
        System.out.print(a);
        System.out.println(a.length() + " " + a.hashCode());
        System.out.println("""
            no newline at end""".length());
        System.out.println("""
            {"json": [1, 2, %d], "s": "%s"}""".formatted(3, "x"));
        System.out.println("" + '\'' + '\\' + "\"" + '\0' + (int) '\377' + '\u0041' + "\b\f\r".length() + '\t' + "|");
        char c = 'a';
        c++;
        c += 1;
        System.out.println(c + 1 + " " + (char) (c + 1) + c++ + ++c + " " + (int) c + (c > 'a') + (char) 0x1F600 + Character.toChars(0x1F600).length);
        int caf\u00e9 = 5;
        System.out.println(caf\u00e9 + " \u0022.length());
        switch ("x\ty") {
            case "x\011y" -> System.out.println("same");
            default -> System.out.println("different");
        }
        System.out.println("""
            a
            """ + """

            b

            """.replace("\n", "<") + "".isEmpty());
    }
}
