// A manager attaches and asks for a JMX connection, though the agent's module is not in the boot layer: what jconsole does. Then jcmd's
// ManagementAgent commands: status, start with properties, stop.
// run: -Djdk.attach.allowAttachSelf=true --limit-modules jdk.attach,java.management,jdk.management.agent
// javac: --add-exports jdk.attach/sun.tools.attach=ALL-UNNAMED
// run: --add-exports jdk.attach/sun.tools.attach=ALL-UNNAMED

import com.sun.tools.attach.VirtualMachine;
import java.io.InputStream;
import sun.tools.attach.HotSpotVirtualMachine;

public class AgentCommands {
    static HotSpotVirtualMachine vm;

    static String run(String command) {
        try (InputStream in = vm.executeJCmd(command)) {
            StringBuilder text = new StringBuilder(); // its readAllBytes ends early
            byte[] some = new byte[1000];
            for (int n; (n = in.read(some)) > 0; ) text.append(new String(some, 0, n));
            return text.toString();
        } catch (Exception e) {
            return e.toString();
        }
    }

    // Without addresses and ports.
    static void status() {
        run("ManagementAgent.status").lines().filter(line -> !line.contains("URL") && !line.contains("Host") && !line.contains("port")).forEach(System.out::println);
    }

    public static void main(String[] args) throws Exception {
        vm = (HotSpotVirtualMachine) VirtualMachine.attach(Long.toString(ProcessHandle.current().pid()));
        status();
        String address = vm.startLocalManagementAgent();
        System.out.println(address.startsWith("service:jmx:rmi:") + " " + address.equals(vm.startLocalManagementAgent()));
        status();
        System.out.println("start: " + run("ManagementAgent.start jmxremote.port=0 jmxremote.ssl=false jmxremote.authenticate=false"));
        status();
        System.out.println("again: " + run("ManagementAgent.start jmxremote.port=0 jmxremote.ssl=false jmxremote.authenticate=false"));
        System.out.println("stop: " + run("ManagementAgent.stop"));
        System.out.println("unknown: " + run("ManagementAgent.start nothing=1"));
        System.out.println("text for a number: " + run("ManagementAgent.start jdp.port=many"));
        System.out.println(run("help ManagementAgent.start_local"));
        System.exit(0);
    }
}
