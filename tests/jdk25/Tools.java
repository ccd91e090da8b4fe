// The compiler, jshell with local execution, and source mode with an instance main (JEP 512), each inside or under this VM.
import java.io.*;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

public class Tools {
  static void start(String... arguments) throws Exception {
    var command = new ArrayList<>(List.of(ProcessHandle.current().info().command().get()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    System.out.print(new String(process.getInputStream().readAllBytes()));
    System.out.println("exit " + process.waitFor());
  }

  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("tools");
    Path source = folder.resolve("Small.java");
    Files.writeString(source, "import module java.base;\nrecord Small(int a, List<String> b) { public static void main(String[] args) { System.out.println(new Small(1, List.of(\"x\"))); } }\n");
    int code = ToolProvider.getSystemJavaCompiler().run(null, System.out, System.out, "-d", folder.toString(), source.toString());
    System.out.println("javac " + code + " " + Files.exists(folder.resolve("Small.class")));
    start("-cp", folder.toString(), "Small");
    Path compact = folder.resolve("Compact.java");
    Files.writeString(compact, "String greeting = \"hello\";\nvoid main() {\n  IO.println(greeting + \" \" + List.of(1, 2).reversed());\n}\n");
    start(compact.toString());
    Files.writeString(folder.resolve("Helper.java"), "class Helper { static String help() { return \"helped\"; } }");
    Path multi = folder.resolve("Multi.java");
    Files.writeString(multi, "class Multi { void main(String[] args) { System.out.println(Helper.help() + args.length); throw new IllegalStateException(\"out\"); } }");
    start("--source", "25", multi.toString(), "a", "b");
    Path bad = folder.resolve("Bad.java");
    Files.writeString(bad, "void main() { int x = \"text\"; }");
    start("Nowhere");
    start("-cp", folder.toString(), "Helper");
    jdk.jshell.JShell shell = jdk.jshell.JShell.builder().executionEngine("local").build();
    for (String line : List.of("int x = 20;", "x * 2 + 2", "record P(int a) {}", "new P(x)", "String f(Object o) { return switch (o) { case P(int a) -> \"p\" + a; default -> \"?\"; }; }", "f(new P(3))", "undefined")) {
      for (var event : shell.eval(line)) System.out.println(event.status() + " " + event.value() + " " + (event.exception() == null));
    }
    shell.close();
  }
}
