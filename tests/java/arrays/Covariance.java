// Array subtyping (JLS 10.5, JVMS 4.10.1.2): stores checked against the array's own class, interfaces, nested arrays.
public class Covariance {
    interface Shape {}

    static class Round implements Shape {}

    static class Circle extends Round {}

    static class Square implements Shape {}

    static boolean store(Object[] array, Object value) {
        try {
            array[0] = value;
            return array[0] == value;
        } catch (ArrayStoreException e) {
            System.out.println("  " + e.getMessage());
            return false;
        }
    }

    public static void main(String[] args) {
        Object[] values = {new Round(), new Circle(), new Square(), "text", null, new Shape[0], new Circle[1], new int[1], new Object[1][1], 'c'};
        Object[][] arrays = {new Object[1], new Shape[1], new Round[1], new Circle[1], new Comparable[1], new Object[1][], new Shape[1][], new int[1][], new Cloneable[1], new java.io.Serializable[1]};
        for (Object[] array : arrays) {
            StringBuilder line = new StringBuilder(array.getClass().getSimpleName());
            for (Object value : values) {
                line.append(store(array, value) ? " y" : " n");
            }
            System.out.println(line);
            StringBuilder types = new StringBuilder();
            types.append(array instanceof Shape[]).append(array instanceof Object[][]).append(((Object) array) instanceof Cloneable).append(array instanceof Round[]);
            System.out.println(types);
        }
        System.out.println(Shape[].class.isAssignableFrom(Circle[].class) + " " + Object.class.isAssignableFrom(int[].class) + " " + Object[].class.isAssignableFrom(int[].class)
            + " " + Object[].class.isAssignableFrom(int[][].class) + " " + long[].class.isAssignableFrom(int[].class) + " " + Cloneable[].class.isAssignableFrom(int[][].class));
    }
}
