/** One object that lives, between others that do not. */
public class Moving {
    static class Traveller {
        final String name;
        Traveller friend;

        Traveller(String name) {
            this.name = name;
        }
    }

    static void look(Traveller traveller) {
        System.out.println(traveller.name);
    }

    public static void main(String[] args) {
        Traveller traveller = new Traveller("Odysseus");
        traveller.friend = new Traveller("Athene");
        int hash = System.identityHashCode(traveller);
        look(traveller);
        synchronized (traveller) {
            look(traveller);
        }
        System.out.println(hash == System.identityHashCode(traveller));
    }
}
