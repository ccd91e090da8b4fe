package target;

public class Added { public static String say() { return "added"; } }
