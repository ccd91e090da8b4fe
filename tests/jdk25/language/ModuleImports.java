// JEP 511: a module is imported as a whole; a single import decides between two classes of one name.
import module java.base;
import module java.sql;
import module java.logging;
import java.util.List;
import java.sql.Date;
import java.time.Duration;

public class ModuleImports {
  sealed interface Event permits Start, Stop {}
  record Start(Instant at) implements Event {}
  record Stop(Instant at, Duration took) implements Event {}

  public static void main(String[] args) throws Exception {
    List<Event> events = List.of(new Start(Instant.EPOCH), new Stop(Instant.EPOCH.plusSeconds(90), Duration.ofSeconds(90)));
    for (Event event : events) {
      System.out.println(switch (event) { case Start(var at) -> "start " + at; case Stop(_, var took) -> "stop after " + took; });
    }
    Map<String, AtomicInteger> counts = new ConcurrentSkipListMap<>();
    Stream.of("a b a".split(" ")).forEach(w -> counts.computeIfAbsent(w, _ -> new AtomicInteger()).incrementAndGet());
    System.out.println(counts);
    System.out.println(Date.valueOf("2025-09-16") + " " + Types.VARCHAR + " " + Level.INFO + " " + Pattern.compile("x*").matcher("xx").matches());
    ExecutorService pool = Executors.newFixedThreadPool(2);
    System.out.println(pool.submit(() -> Thread.currentThread().getName()).get());
    pool.shutdown();
    System.out.println(new BigInteger("99").add(BigInteger.ONE) + " " + Paths.get("a", "b") + " " + ByteBuffer.allocate(3) + " " + StandardCharsets.UTF_8);
    for (String name : List.of("java.sql", "java.logging", "java.base", "java.xml", "jdk.internal.nothing")) {
      System.out.println(name + " " + ModuleLayer.boot().findModule(name).map(m -> m.getDescriptor().isAutomatic() + " " + m.getDescriptor().exports().size()).orElse("none"));
    }
    Module own = ModuleImports.class.getModule();
    System.out.println(own.isNamed() + " " + own.canRead(Object.class.getModule()) + " " + ModuleLayer.boot().configuration().findModule("java.sql").get().reads().stream().map(ResolvedModule::name).sorted().toList());
    System.out.println(ModuleFinder.ofSystem().find("java.sql").get().descriptor().requires().stream().map(ModuleDescriptor.Requires::toString).sorted().toList());
  }
}
