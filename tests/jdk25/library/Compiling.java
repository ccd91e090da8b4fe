// The compiler of 25 inside the VM: what it refuses of older drafts, what it warns of, classes made in memory and run from there.
import java.io.*;
import java.net.URI;
import java.util.*;
import javax.tools.*;

public class Compiling {
  static class Memory extends ForwardingJavaFileManager<StandardJavaFileManager> {
    final Map<String, ByteArrayOutputStream> classes = new TreeMap<>();
    Memory(StandardJavaFileManager files) { super(files); }
    @Override public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("mem:///" + name + kind.extension), kind) { @Override public OutputStream openOutputStream() { return classes.computeIfAbsent(name, n -> new ByteArrayOutputStream()); } };
    }
  }

  static Map<String, ByteArrayOutputStream> compile(String source, String... options) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try (Memory memory = new Memory(compiler.getStandardFileManager(found, Locale.ENGLISH, null))) {
      boolean good = compiler.getTask(null, memory, found, List.of(options), null, List.of(new SimpleJavaFileObject(URI.create("mem:///Made.java"), JavaFileObject.Kind.SOURCE) { @Override public CharSequence getCharContent(boolean ignore) { return source; } })).call();
      System.out.println(good + " " + memory.classes.keySet());
      for (var d : found.getDiagnostics()) System.out.println("  " + d.getKind() + " " + d.getLineNumber() + ":" + d.getColumnNumber() + " " + d.getCode() + " " + d.getMessage(Locale.ENGLISH).lines().findFirst().get());
      return memory.classes;
    }
  }

  static void run(String source, String... options) throws Exception {
    var classes = compile(source, options);
    if (!classes.containsKey("Made")) return;
    ClassLoader loader = new ClassLoader() {
      @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (!classes.containsKey(name)) throw new ClassNotFoundException(name);
        byte[] bytes = classes.get(name).toByteArray();
        return defineClass(name, bytes, 0, bytes.length);
      }
    };
    try {
      System.out.println("  " + loader.loadClass("Made").getMethod("run").invoke(null));
    } catch (java.lang.reflect.InvocationTargetException e) {
      System.out.println("  " + e.getCause());
    } catch (LinkageError e) { System.out.println("  " + e); }
  }

  public static void main(String[] args) throws Exception {
    run("public class Made { public static Object run() { return java.util.stream.IntStream.range(0, 5).mapToObj(i -> \"n\" + i).toList(); } }");
    run("public class Made { public static Object run() { String n = \"x\"; return STR.\"hello \\{n}\"; } }");
    run("public class Made { public static Object run(Object o) { return o instanceof int i ? i : 0; } }");
    run("public class Made { public static Object run() { Object o = 5; return o instanceof int i ? i + 1 : 0; } }", "--enable-preview", "--release", "25");
    run("sealed interface S permits A, B {} record A(int x) implements S {} record B() implements S {} public class Made { public static Object run() { S s = new A(4); return switch (s) { case A(int x) -> x; }; } }");
    run("sealed interface S permits A, B {} record A(int x) implements S {} record B() implements S {} public class Made { public static Object run() { S s = new A(4); return switch (s) { case A(int x) -> x; case B() -> -1; }; } }");
    run("public class Made { public static Object run() { Object o = 1; return switch (o) { case Object x -> 1; case String s -> 2; }; } }");
    run("public class Made { Made() { this.f = f + 1; super(); } int f; public static Object run() { return new Made().f; } }");
    run("public class Made { int f; Made() { f = 3; super(); } public static Object run() { return new Made().f; } }");
    run("public class Made { public static Object run() { int _ = 1; return _; } }");
    run("import module java.base; import module no.such; public class Made { public static Object run() { return List.of(); } }");
    run("import module java.base; public class Made { public static Object run() { return Stream.of(3, 1).sorted().toList(); } }");
    run("public class Made { public static Object run() { return new Integer(5) + Thread.currentThread().getId(); } }", "-Xlint:all");
    run("public class Made { /// Markdown *comment* with {@code x}\n public static Object run() { return 1; } }", "-Xdoclint:all");
    run("public class Made { static <T extends Comparable<T>> T max(T... all) { T m = all[0]; for (T t : all) if (t.compareTo(m) > 0) m = t; return m; } public static Object run() { return max(3, 9, 4) + max(\"a\", \"c\"); } }", "-Xlint:unchecked");
    run("public class Made { public static Object run() { var x = new Object() { int n = 4; int twice() { return n * 2; } }; return x.twice() + x.n; } }", "-g:none", "-parameters");
    run("public class Made { static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); } public static Object run() { try { return depth(1 << 30); } catch (StackOverflowError e) { return \"overflow\"; } } }");
    run("public class Made { public static Object run() { return \"" + "x".repeat(60000) + "\".length(); } }");
    run("public class Made { public static Object run() { return \"" + "x".repeat(70000) + "\".length(); } }");
    StringBuilder large = new StringBuilder("public class Made { public static Object run() { int s = 0;");
    for (int i = 0; i < 1500; i++) large.append("s += ").append(i * 7919).append(";");
    run(large + " return s; } }");
    try { run("public class Made { public static Object run() { return 0; }", "--release", "7"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    for (String release : List.of("8", "17", "24")) run("public class Made { public static Object run() { Object o = \"s\"; return \"x\" + o + 1; } }", "--release", release, "-Xlint:-options");
    class Processor extends javax.annotation.processing.AbstractProcessor { @Override public boolean process(Set<? extends javax.lang.model.element.TypeElement> a, javax.annotation.processing.RoundEnvironment r) { return false; } }
    System.out.println(javax.lang.model.SourceVersion.latest() + " " + new Processor().getSupportedSourceVersion() + " " + ToolProvider.getSystemJavaCompiler().getSourceVersions().size() + " " + javax.lang.model.SourceVersion.isKeyword("_") + javax.lang.model.SourceVersion.isName("record"));
  }
}
