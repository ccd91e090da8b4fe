/** One object that somebody needs, among many that nobody does. */
public class Travel {
    static class Parcel {
        final int weight;
        final String address;

        Parcel(int weight, String address) {
            this.weight = weight;
            this.address = address;
        }
    }

    static int waste;

    static void stamp(Parcel parcel) {
        for (int i = 0; i < 1000; i++) {
            waste += new int[100].length;
        }
    }

    public static void main(String[] args) {
        Parcel parcel = new Parcel(7, "Ithaca");
        stamp(parcel);
        stamp(parcel);
        System.out.println(parcel.address);
    }
}
