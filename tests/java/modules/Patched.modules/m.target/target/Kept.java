package target;

public class Kept { public static String say() { return "kept"; } }
