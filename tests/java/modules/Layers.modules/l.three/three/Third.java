package three;

public class Third implements two.Service {
    public static String hidden() { return "hidden third"; }
}
