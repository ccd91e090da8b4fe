// A main of an instance, which takes the arguments. The constructor runs before it, and calls a method of the same name that is not where the program begins.
class Instance {
    final String made;

    Instance() {
        made = main(7);
    }

    String main(int number) {
        return "made with " + number;
    }

    void main(String[] args) {
        System.out.println(made + ", " + args.length + " arguments");
    }
}
