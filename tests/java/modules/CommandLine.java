import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

// What the command line says about modules and options, in children of this VM: --list-modules, --describe-module, --show-module-resolution,
// --validate-modules, wrong and unknown options, environment variables, @argfiles, files of options, -verbose:class, -Xbootclasspath/a.
public class CommandLine {
    public static class Child {
        public static void main(String[] args) {
            System.out.println("child " + String.join("|", args) + " " + System.getProperty("one") + " " + System.getProperty("two") + " " + System.getProperty("three"));
        }
    }

    static final String JAVA = ProcessHandle.current().info().command().get();

    static void run(String what, String... arguments) throws Exception { runWith(null, what, arguments); }

    static void runWith(String environment, String what, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(JAVA, "-Xshare:off"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(new File("err.txt")).redirectOutput(new File("out.txt"));
        if (environment != null) builder.environment().put(environment.substring(0, environment.indexOf('=')), environment.substring(environment.indexOf('=') + 1));
        int code = builder.start().waitFor();
        System.out.println("-- " + what + ": " + code);
        for (String file : new String[] {"out.txt", "err.txt"}) {
            String text = Files.readAllLines(Path.of(file)).stream().map(line -> "   " + line.replaceAll("^\\[[0-9.]+s\\]", "[time]").replace("OpenJDK 64-Bit Server VM", "VM").replace("minijvm warning", "VM warning").replaceAll("file:/[^ ]*/", "file:")).limit(12).collect(Collectors.joining("\n"));
            if (!text.isEmpty()) System.out.println(text);
        }
    }

    public static void main(String[] args) throws Exception {
        String path = System.getProperty("java.class.path");
        run("list modules", "--list-modules", "--limit-modules", "java.sql");
        run("describe", "--describe-module", "java.logging");
        run("describe what is not there", "-d", "no.such.module");
        run("show resolution", "--show-module-resolution", "--limit-modules", "java.base", "-cp", path, "CommandLine$Child");
        run("dry run", "--dry-run", "-cp", path, "CommandLine$Child", "not printed");
        run("unknown module", "--add-modules", "no.such.module", "-cp", path, "CommandLine$Child");
        run("unknown main module", "-m", "no.such.module/x.Y");
        run("module without a main class", "-m", "java.logging");
        run("module and a class that is not there", "-m", "java.logging/x.Y");
        run("no such package", "--add-exports", "java.base/no.such=ALL-UNNAMED", "-cp", path, "CommandLine$Child");
        run("illegal access", "--illegal-access=permit", "-cp", path, "CommandLine$Child");
        run("unknown flag", "-XX:+NoSuchFlag", "-cp", path, "CommandLine$Child");
        run("unknown flag, ignored", "-XX:+NoSuchFlag", "-XX:NoSuchValue=3", "-XX:+IgnoreUnrecognizedVMOptions", "-cp", path, "CommandLine$Child");
        run("almost a flag", "-XX:+PrintFlagFinal", "-cp", path, "CommandLine$Child");
        run("locked flag", "-XX:+PrintNMTStatistics", "-cp", path, "CommandLine$Child");
        run("unknown option", "-Xnosuch", "-cp", path, "CommandLine$Child");
        run("unknown tag", "-Xlog:nosuch=info", "-version");
        run("reserved property", "-Djdk.module.addmods.0=java.sql", "-cp", path, "CommandLine$Child");
        run("patch twice", "--patch-module", "java.base=a", "--patch-module", "java.base=b", "-cp", path, "CommandLine$Child");
        run("boot class path gone", "-Xbootclasspath/p:x", "-cp", path, "CommandLine$Child");
        runWith("JDK_JAVA_OPTIONS=-Done=1 '-Dtwo=a b'", "JDK_JAVA_OPTIONS", "-cp", path, "CommandLine$Child", "x");
        runWith("JAVA_TOOL_OPTIONS=-Done=1 -Dtwo='a b'", "JAVA_TOOL_OPTIONS", "-Done=line", "-cp", path, "CommandLine$Child", "x");
        runWith("_JAVA_OPTIONS=-Done=last", "_JAVA_OPTIONS", "-Done=line", "-cp", path, "CommandLine$Child", "x");
        Files.writeString(Path.of("arguments"), "-Done=1 # comment\n\"-Dtwo=a b\"\n-Dthree=long\\\n  er\n");
        run("argument file", "@arguments", "-cp", path, "CommandLine$Child", "@arguments");
        Files.writeString(Path.of("options"), "-Done=1\n-Dtwo=\"a b\"");
        run("options file", "-XX:VMOptionsFile=options", "-cp", path, "CommandLine$Child", "y");
        Files.writeString(Path.of("itself"), "-XX:VMOptionsFile=itself");
        run("options file in an options file", "-XX:VMOptionsFile=itself", "-cp", path, "CommandLine$Child", "y");
        run("two options files", "-XX:VMOptionsFile=options", "-XX:VMOptionsFile=options", "-cp", path, "CommandLine$Child", "y");
        runWith("JAVA_TOOL_OPTIONS=-XX:VMOptionsFile=options", "an options file in each place", "-XX:VMOptionsFile=options", "-cp", path, "CommandLine$Child", "y");
        Files.writeString(Path.of("unmatched"), "-Done=1\n-Dtwo=\"a b\n");
        run("quote without an end", "-XX:VMOptionsFile=unmatched", "-cp", path, "CommandLine$Child", "y");
        runWith("JAVA_TOOL_OPTIONS=-Done='1 -Dtwo=a b", "quote without an end in JAVA_TOOL_OPTIONS", "-cp", path, "CommandLine$Child", "y");
        run("directory of options", "-XX:VMOptionsFile=.", "-cp", path, "CommandLine$Child", "y");
        run("no options file", "-XX:VMOptionsFile=nowhere", "-cp", path, "CommandLine$Child", "y");
        run("no class", "-cp", path, "CommandLine$None");
        run("class path as boot class path", "-Xbootclasspath/a:" + path, "CommandLine$Child", "from the boot loader");
        List<String> command = List.of(JAVA, "-Xshare:off", "-verbose:class", "-cp", path, "CommandLine$Child");
        Process verbose = new ProcessBuilder(command).start();
        String lines = new String(verbose.getInputStream().readAllBytes());
        System.out.println(lines.lines().map(line -> line.replaceAll("^\\[[0-9.]+s\\]", "[time]").replaceAll("file:/.*/", "file:/"))
            .filter(line -> line.matches(".*(java.lang.Object|CommandLine.Child|java.util.ArrayList) .*|child.*")).collect(Collectors.joining("\n")));
    }
}
