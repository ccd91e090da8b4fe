import java.lang.management.*;
import java.util.*;
import javax.management.*;

// run: -XX:+UseSerialGC -Dseen=yes
// The platform beans: their names in the MBean server, what Runtime, ClassLoading, OperatingSystem and BufferPool beans say.
public class Beans {
    static class Late {}

    static void check(String what, boolean good) {
        System.out.println(what + (good ? " good" : " BAD"));
    }

    public static void main(String[] args) throws Exception {
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        System.out.println(runtime.getInputArguments().contains("-Dseen=yes") + " " + runtime.getSystemProperties().get("seen") + " " + runtime.getSpecVersion() + " " + runtime.getManagementSpecVersion());
        check("pid", runtime.getPid() == ProcessHandle.current().pid() && runtime.getName().startsWith(runtime.getPid() + "@"));
        long start = runtime.getStartTime();
        long now = System.currentTimeMillis();
        check("start", start <= now && now - start < 600_000);
        long up = runtime.getUptime();
        Thread.sleep(15);
        check("uptime", up >= 0 && runtime.getUptime() >= up + 10);
        check("class path", runtime.getClassPath().equals(System.getProperty("java.class.path")) && !runtime.isBootClassPathSupported());

        ClassLoadingMXBean loading = ManagementFactory.getClassLoadingMXBean();
        long before = loading.getTotalLoadedClassCount();
        check("loaded", before > 300 && loading.getLoadedClassCount() + loading.getUnloadedClassCount() == loading.getTotalLoadedClassCount());
        Class.forName("Beans$Late");
        check("one more", loading.getTotalLoadedClassCount() > before);
        System.out.println(loading.isVerbose() + " " + ManagementFactory.getMemoryMXBean().isVerbose());

        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        check("system", system.getAvailableProcessors() == Runtime.getRuntime().availableProcessors() && system.getName().equals(System.getProperty("os.name")) && system.getArch().equals(System.getProperty("os.arch")));
        var unix = (com.sun.management.UnixOperatingSystemMXBean) system;
        check("unix", unix.getTotalMemorySize() > unix.getFreeMemorySize() && unix.getProcessCpuTime() > 0 && unix.getOpenFileDescriptorCount() > 3 && unix.getMaxFileDescriptorCount() >= unix.getOpenFileDescriptorCount() && unix.getCommittedVirtualMemorySize() > 0);
        double load = unix.getProcessCpuLoad();
        check("load", load >= -1 && load <= 1);

        System.out.println(ManagementFactory.getCompilationMXBean() == null);
        for (BufferPoolMXBean pool : new TreeMap<>(Map.of("direct", 0, "mapped", 0)).keySet().stream().map(Beans::pool).toList()) {
            System.out.println(pool.getName() + " " + pool.getObjectName());
        }
        java.nio.ByteBuffer direct = java.nio.ByteBuffer.allocateDirect(12345);
        check("direct", pool("direct").getMemoryUsed() >= 12345 && pool("direct").getCount() >= 1 && direct.capacity() == 12345);

        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        server.queryNames(new ObjectName("java.lang:*"), null).stream().map(ObjectName::getCanonicalName).filter(name -> !name.contains("Class Space")).sorted().forEach(System.out::println);
        ObjectName name = new ObjectName(ManagementFactory.RUNTIME_MXBEAN_NAME);
        System.out.println(server.getAttribute(name, "SpecVersion") + " " + server.isInstanceOf(name, RuntimeMXBean.class.getName()));
        RuntimeMXBean proxy = ManagementFactory.newPlatformMXBeanProxy(server, ManagementFactory.RUNTIME_MXBEAN_NAME, RuntimeMXBean.class);
        check("proxy", proxy.getPid() == runtime.getPid() && proxy.getSystemProperties().get("seen").equals("yes"));
    }

    static BufferPoolMXBean pool(String name) {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream().filter(pool -> pool.getName().equals(name)).findFirst().get();
    }
}
