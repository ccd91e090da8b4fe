/** Version @VERSION@. */
public class Sums {
    public static void main(String[] args) {
        int sum = 0;
        if (args[0].equals("fail")) {
            System.exit(9);
        }
        for (String text : args) {
            sum += Integer.parseInt(text);
        }
        System.out.println("sum " + sum + " version @VERSION@ " + Sums.class.getClassLoader().getClass().getSimpleName());
    }
}
