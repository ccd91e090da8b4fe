package two;

public class Two { public static String text() { return "two"; } }
