public class Words {
    static int counter;

    static void add() {
        counter = counter + 1; // @add
    }

    public static void main(String[] args) throws Exception {
        Thread one = new Thread(Words::add, "one");
        Thread two = new Thread(Words::add, "two");
        one.start(); // @one
        two.start(); // @two
        two.join(); // @join
        one.join();
        System.out.println(1);
    }
}
