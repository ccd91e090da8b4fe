// -agentlib:jdwp=...,onjcmd=y: the debugger's agent is there, but sleeps until jcmd VM.start_java_debugging.
// run: -Djdk.attach.allowAttachSelf=true -agentlib:jdwp=transport=dt_socket,server=y,suspend=n,onjcmd=y,quiet=y,address=localhost:0
// javac: --add-exports jdk.attach/sun.tools.attach=ALL-UNNAMED --add-exports java.base/jdk.internal.vm=ALL-UNNAMED
// run: --add-exports jdk.attach/sun.tools.attach=ALL-UNNAMED --add-exports java.base/jdk.internal.vm=ALL-UNNAMED

import com.sun.tools.attach.VirtualMachine;
import java.io.InputStream;
import jdk.internal.vm.VMSupport;
import sun.tools.attach.HotSpotVirtualMachine;

public class DebuggingByCommand {
    static String run(HotSpotVirtualMachine vm, String command) throws Exception {
        try (InputStream in = vm.executeJCmd(command)) {
            StringBuilder text = new StringBuilder();  // its readAllBytes ends early
            byte[] some = new byte[1000];
            for (int n; (n = in.read(some)) > 0; ) text.append(new String(some, 0, n));
            return text.toString();
        }
    }

    static String listener() {
        String address = VMSupport.getAgentProperties().getProperty("sun.jdwp.listenerAddress");
        return address == null ? "nobody listens" : address.replaceAll("\\d+$", "N");
    }

    public static void main(String[] args) throws Exception {
        HotSpotVirtualMachine vm = (HotSpotVirtualMachine) VirtualMachine.attach(Long.toString(ProcessHandle.current().pid()));
        System.out.println(run(vm, "help VM.start_java_debugging"));
        System.out.println(listener());
        System.out.println(run(vm, "VM.start_java_debugging"));
        while (listener().startsWith("nobody")) Thread.sleep(10);  // its thread begins to listen
        System.out.println(listener());
        System.out.println(run(vm, "VM.start_java_debugging"));
        System.exit(0);
    }
}
