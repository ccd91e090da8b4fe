package p.opened;

public class Opened { private int x = 5; public static String o() { return "opened"; } }
