package fresh;

public class Fresh { public static String say() { return "fresh in " + Fresh.class.getModule(); } }
