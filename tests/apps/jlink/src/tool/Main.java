package tool;

import java.util.logging.Level;

/** Says in what image it runs. */
public class Main {
    public static void main(String[] args) {
        System.out.println(Level.INFO + " " + ModuleLayer.boot().modules().size() + " " + ModuleLayer.boot().findModule("java.sql").isPresent());
    }
}
