package shop;

/** Reads its goods from the archive that it came in. */
public class Main {
    public static void main(String[] args) throws Exception {
        System.out.println(Main.class.getModule().isNamed() + " " + Goods.read());
        System.exit(Goods.read().size());
    }
}
