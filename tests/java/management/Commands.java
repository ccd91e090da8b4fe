import java.lang.management.ManagementFactory;
import java.util.*;
import javax.management.*;

// The DiagnosticCommand bean: its operations, what some commands answer, arguments, unknown ones.
public class Commands {
    static MBeanServer server;
    static ObjectName name;

    static String run(String operation, String... arguments) throws Exception {
        MBeanOperationInfo info = Arrays.stream(server.getMBeanInfo(name).getOperations()).filter(each -> each.getName().equals(operation)).findFirst().get();
        boolean takesArguments = info.getSignature().length != 0;
        return (String) server.invoke(name, operation, takesArguments ? new Object[] {arguments} : new Object[0], takesArguments ? new String[] {String[].class.getName()} : new String[0]);
    }

    public static void main(String[] args) throws Exception {
        server = ManagementFactory.getPlatformMBeanServer();
        name = new ObjectName("com.sun.management:type=DiagnosticCommand");
        Set<String> operations = new TreeSet<>();
        for (MBeanOperationInfo info : server.getMBeanInfo(name).getOperations()) {
            operations.add(info.getName());
        }
        System.out.println(operations.containsAll(List.of("gcRun", "help", "threadPrint", "vmCommandLine", "vmSystemProperties", "vmUptime", "vmVersion")));
        System.out.println(run("vmUptime").matches("\\d+\\.\\d+ s\\s+") + " " + run("vmVersion").contains("JDK 17"));
        System.setProperty("own.key", "own value");
        System.out.println(run("vmSystemProperties").lines().filter(line -> line.startsWith("own")).toList());
        System.out.println(run("help").contains("GC.run") + " " + run("help", "-all").contains("Print VM uptime") + " " + run("help", "VM.uptime").startsWith("VM.uptime\n"));
        System.out.println(run("threadPrint").contains("\"main\" #1") + " " + run("vmCommandLine").contains("java_command: Commands"));
        for (String thread : List.of("main", "Reference Handler", "Signal Dispatcher")) {
            String heading = run("threadPrint").lines().filter(line -> line.startsWith('"' + thread + '"')).findFirst().get();
            System.out.println(thread + ": " + heading.replaceAll(".* nid=0x[0-9a-f]+ (.*)  \\[.*", "$1"));
        }
        MBeanOperationInfo help = Arrays.stream(server.getMBeanInfo(name).getOperations()).filter(each -> each.getName().equals("help")).findFirst().get();
        System.out.println(help.getReturnType() + " " + help.getDescriptor().getFieldValue("dcmd.name") + " " + help.getDescriptor().getFieldValue("dcmd.enabled"));
        try {
            server.invoke(name, "noSuchCommand", new Object[0], new String[0]);
        } catch (ReflectionException e) {
            System.out.println(e.getCause().getClass().getSimpleName());
        }
        System.out.print(run("help", "no.such"));
    }
}
