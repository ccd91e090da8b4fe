// Its method touches the watched field only in the other version, wrapped/Touched.java.
public class Touched {
    static void work() {
        System.out.println("works");
    }
}
