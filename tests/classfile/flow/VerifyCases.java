// Says what this JVM's verifier thinks of the classes v/Case<n> below a directory: for each one line "#<n> OK" or
// "#<n> <error class>", and for an error its message up to the next '#' at a line's start.
// Run by flow_hotspot_differential_test.cpp.
import java.nio.file.Files;
import java.nio.file.Path;

public class VerifyCases {
    static class Loader extends ClassLoader {
        private final Path root;

        Loader(Path root) {
            this.root = root;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try {
                byte[] bytes = Files.readAllBytes(root.resolve(name.replace('.', '/') + ".class"));
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException absent) {
                throw new ClassNotFoundException(name);
            }
        }
    }

    public static void main(String[] args) {
        int count = Integer.parseInt(args[1]);
        for (int at = 0; at < count; at++) {
            String verdict = "OK";
            try {
                Class.forName("v.Case" + at, true, new Loader(Path.of(args[0])));
            } catch (Throwable thrown) {
                verdict = thrown.getClass().getName() + "\n" + thrown.getMessage();
            }
            System.out.println("#" + at + " " + verdict);
        }
    }
}
