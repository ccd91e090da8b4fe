// JEP 512: which main is started: instance or static, with or without arguments, inherited, private, behind a constructor that fails.
import java.io.*;
import java.nio.file.*;
import java.util.*;

public class InstanceMain {
  static final Map<String, String> SOURCES = new LinkedHashMap<>();
  static {
    SOURCES.put("Plain", "class Plain { void main() { System.out.println(\"instance \" + getClass().getName()); } }");
    SOURCES.put("Args", "class Args { void main(String[] a) { System.out.println(\"args \" + a.length); } static void main() { System.out.println(\"wrong\"); } }");
    SOURCES.put("Both", "class Both { static void main(String... a) { System.out.println(\"static \" + a[0]); } void main() { System.out.println(\"wrong\"); } }");
    SOURCES.put("Child", "class Child extends Parent { } class Parent { protected void main() { System.out.println(\"inherited by \" + getClass().getName()); } }");
    SOURCES.put("FromInterface", "class FromInterface implements Started { } interface Started { default void main() { System.out.println(\"default of \" + getClass().getName()); } }");
    SOURCES.put("InInterface", "interface InInterface { static void main(String[] a) { System.out.println(\"interface\"); } }");
    SOURCES.put("InEnum", "enum InEnum { A; public static void main(String[] a) { System.out.println(values().length); } }");
    SOURCES.put("InRecord", "record InRecord(int x) { InRecord() { this(5); } void main() { System.out.println(this); } }");
    SOURCES.put("Private", "class Private { private static void main(String[] a) { System.out.println(\"wrong\"); } }");
    SOURCES.put("Returns", "class Returns { static int main(String[] a) { return 1; } }");
    SOURCES.put("NoConstructor", "class NoConstructor { NoConstructor(int x) {} void main() {} }");
    SOURCES.put("PrivateConstructor", "class PrivateConstructor { private PrivateConstructor() {} void main() {} }");
    SOURCES.put("Fails", "class Fails { Fails() { throw new IllegalStateException(\"in the constructor\"); } void main() {} }");
    SOURCES.put("FailsEarly", "class FailsEarly { static { if (true) throw new IllegalStateException(\"in the initializer\"); } void main() {} }");
    SOURCES.put("Throws", "class Throws { void main() throws Exception { throw new java.io.IOException(\"out of main\"); } }");
    SOURCES.put("Abstract", "abstract class Abstract { void main() {} }");
    SOURCES.put("Outer", "class Outer { class Inner { void main() {} } static class Nested { void main() { System.out.println(\"nested\"); } } }");
    SOURCES.put("Exits", "class Exits { Exits() { Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(\"hook\"))); } void main() { new Thread(() -> System.out.println(\"thread\")).start(); } }");
  }

  static void start(Path folder, String... arguments) throws Exception {
    var command = new ArrayList<>(List.of(ProcessHandle.current().info().command().get(), "-cp", folder.toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    System.out.print(new String(process.getInputStream().readAllBytes()));
    System.out.println(String.join(" ", arguments) + ": exit " + process.waitFor());
  }

  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("mains");
    List<String> command = new ArrayList<>(List.of("-d", folder.toString()));
    for (var source : SOURCES.entrySet()) command.add(Files.writeString(folder.resolve(source.getKey() + ".java"), source.getValue()).toString());
    System.out.println(javax.tools.ToolProvider.getSystemJavaCompiler().run(null, null, null, command.toArray(String[]::new)));
    for (String name : SOURCES.keySet()) start(folder, name, "x");
    start(folder, "Outer$Inner");
    start(folder, "Outer$Nested");
  }
}
