package target;

public class Kept { public static String say() { return "patched in " + Kept.class.getModule(); } }
