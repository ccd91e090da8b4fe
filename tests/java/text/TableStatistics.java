import java.util.*;

// -XX:+PrintStringTableStatistics: at the end of a program how full the tables of symbols and of interned strings are.
public class TableStatistics {
    public static class Child {
        public static void main(String[] args) {
            List<String> kept = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(args[0]); ++i) {
                kept.add(("interned " + i).intern());
            }
            System.out.println(kept.size());
        }
    }

    static List<String> run(int strings) throws Exception {
        ProcessBuilder child = new ProcessBuilder(ProcessHandle.current().info().command().get(), "-XX:+PrintStringTableStatistics", "-cp",
            System.getProperty("java.class.path"), Child.class.getName(), Integer.toString(strings));
        return new String(child.start().getInputStream().readAllBytes()).lines().toList();
    }

    static long entries(List<String> lines) {
        List<String> rows = lines.subList(lines.indexOf("StringTable statistics:"), lines.size()).stream().filter(line -> line.startsWith("Number of entries ")).toList();
        return Long.parseLong(rows.get(0).replaceAll(".*: *(\\d+) .*", "$1"));
    }

    public static void main(String[] args) throws Exception {
        List<String> few = run(0);
        few.forEach(line -> System.out.println(line.replaceAll(" *[0-9]+[.]?[0-9]*", " #")));
        long more = entries(run(5000)) - entries(few);
        System.out.println(more >= 5000 && more < 6000);
    }
}
