// Of two forms the one with arguments runs. The static initializer calls the other one before.
class Both {
    static {
        new Both().main();
    }

    void main() {
        System.out.println("early");
    }

    void main(String[] args) {
        System.out.println("late");
        if (args.length == 0) {
            main(new String[1]);
        }
    }
}
