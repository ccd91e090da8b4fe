// The main that runs is declared in the superclass.
class Parent {
    static String word = "inherited";

    static void main() {
        System.out.println(word);
    }
}

class Inherited extends Parent {
    static final long BEGUN = System.nanoTime();
}
