// run: -Djava.home=/nowhere -Dsun.boot.library.path=/first -Dsun.boot.library.path=/second:/third -Dsun.boot.library.path

// -Djava.home changes what a program reads, and not which JDK runs; -Dsun.boot.library.path adds to the JDK's own folder.
public class JavaHome {
    public static void main(String[] args) {
        System.out.println(System.getProperty("java.home")); // expect: /nowhere
        String[] folders = System.getProperty("sun.boot.library.path").split(":", -1);
        for (int i = 1; i < 5; i++) System.out.println("<" + folders[i] + ">");
        System.out.println(folders[0].endsWith("/lib") && !folders[0].startsWith("/nowhere"));
        System.out.println(Runtime.version().feature() + " " + System.getProperty("java.vm.specification.version"));
        System.out.println(java.util.List.of(1, 2).stream().mapToInt(i -> i * 2).sum());
    }
}
