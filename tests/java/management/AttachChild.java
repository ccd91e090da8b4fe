import com.sun.tools.attach.VirtualMachine;
import java.io.*;
import java.util.*;

// A tool attaches to a VM that another VM has started: by SIGQUIT, which a parent may have blocked, where no SIGQUIT is seen (-Xrs), and
// where an earlier process with the VM's id was killed and has left its socket's file.
public class AttachChild {
    static void attachTo(List<String> shell, String... options) throws Exception {
        List<String> command = new ArrayList<>(shell);
        command.add(ProcessHandle.current().info().command().get());
        command.addAll(List.of(options));
        command.addAll(List.of("-Downs.key=value", "-cp", System.getProperty("java.class.path"), "AttachChild", "child"));
        Process child = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader answers = child.inputReader();
        System.out.println(Arrays.toString(options) + " " + answers.readLine());
        for (int i = 0; i < 2; i++) {
            VirtualMachine vm = VirtualMachine.attach(Long.toString(child.pid()));
            System.out.println(vm.getSystemProperties().getProperty("owns.key") + " " + vm.getAgentProperties().getProperty("sun.java.command"));
            vm.detach();
        }
        child.outputWriter().close();
        System.out.println(answers.readLine() + " " + child.waitFor());
    }

    public static void main(String[] args) throws Exception {
        if (args.length == 0) {
            attachTo(List.of());
            attachTo(List.of(), "-Xrs");
            attachTo(List.of("sh", "-c", "echo > /tmp/.java_pid$$; exec \"$0\" \"$@\""));
        } else {
            System.out.println("the child runs");
            System.in.read();
            System.out.println("and ends");
        }
    }
}
