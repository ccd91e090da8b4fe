// A debugger that looks at virtual threads through the JDI: one that is mounted nowhere, with its frames, locals and what cannot be done to it; then one
// that it steps over a sleep, which leaves its carrier and may come back to another one.
// Arguments: home and executable of the VM, two folders beside which the classes are, the VM's options.
import com.sun.jdi.*;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.*;
import com.sun.jdi.request.*;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

public class Away {
    interface Deed {
        Object run() throws Exception;
    }

    private final VirtualMachine vm;
    private int steps;

    Away(VirtualMachine vm) {
        this.vm = vm;
    }

    static VirtualMachine launch(String home, String executable, String classes, List<String> options) throws Exception {
        LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("home").setValue(home);
        arguments.get("vmexec").setValue(executable);
        arguments.get("options").setValue(String.join(" ", options) + " -cp " + classes);
        arguments.get("main").setValue("Parked");
        return connector.launch(arguments);
    }

    static void tell(String what, Deed deed) {
        try {
            System.out.println(what + ": " + deed.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e.getClass().getName());
        }
    }

    void stopIn(ReferenceType type, String method) {
        vm.eventRequestManager().createBreakpointRequest(type.methodsByName(method).get(0).location()).enable();
    }

    static StackFrame frameOf(ThreadReference thread, String method) throws IncompatibleThreadStateException {
        return thread.frames().stream().filter(frame -> frame.location().method().name().equals(method)).findFirst().orElseThrow();
    }

    void look(ThreadReference parked) throws Exception {
        System.out.println(parked.name() + ", virtual " + parked.isVirtual() + ", status " + parked.status() + ", suspended " + parked.isSuspended() + ", group "
                           + parked.threadGroup().name());
        System.out.println("listed: " + vm.allThreads().contains(parked));
        for (StackFrame frame : parked.frames()) {
            System.out.println("  " + frame.location().declaringType().name().replaceAll("/0x.*", "") + "." + frame.location().method().name());
        }
        tell("owned", parked::ownedMonitors);
        tell("contended", parked::currentContendedMonitor);
        StackFrame frame = frameOf(parked, "waits");
        for (LocalVariable variable : frame.visibleVariables()) {
            System.out.println("  " + variable.name() + " = " + frame.getValue(variable));
        }
        ClassType type = (ClassType) frame.location().declaringType();
        tell("set", () -> {
            frame.setValue(frame.visibleVariables().get(0), vm.mirrorOf(1));
            return "done";
        });
        tell("pop", () -> {
            parked.popFrames(frame);
            return "done";
        });
        tell("return", () -> {
            parked.forceEarlyReturn(vm.mirrorOf(true));
            return "done";
        });
        tell("invoke", () -> type.invokeMethod(parked, type.methodsByName("sleeps").get(0), List.of(), 0));
    }

    void step(ThreadReference thread, int depth) {
        StepRequest step = vm.eventRequestManager().createStepRequest(thread, StepRequest.STEP_LINE, depth);
        step.addCountFilter(1);
        step.enable();
    }

    void stopped(BreakpointEvent event) throws Exception {
        System.out.println("stopped in " + event.location().method().name() + " of " + event.thread().name());
        if (event.location().method().name().equals("ready")) {
            StackFrame frame = event.thread().frame(0);
            look((ThreadReference) frame.getValue(frame.visibleVariableByName("thread")));
        } else {
            step(event.thread(), StepRequest.STEP_OVER);
        }
    }

    void stepped(StepEvent event) throws Exception {
        vm.eventRequestManager().deleteEventRequest(event.request());
        StackFrame frame = event.thread().frame(0);
        LocalVariable nights = frame.visibleVariableByName("nights");
        System.out.println(event.thread().name() + " at " + event.location().method().name() + ":" + event.location().lineNumber()
                           + (nights == null ? "" : ", nights " + frame.getValue(nights)) + ", virtual " + event.thread().isVirtual());
        if (++steps < 7) {
            step(event.thread(), steps == 6 ? StepRequest.STEP_OUT : StepRequest.STEP_OVER);
        }
    }

    boolean handle(Event event) throws Exception {
        if (event instanceof ClassPrepareEvent prepare) {
            stopIn(prepare.referenceType(), "ready");
            stopIn(prepare.referenceType(), "sleeps");
        }
        if (event instanceof ThreadStartEvent start && start.thread().isVirtual()) System.out.println("starts " + start.thread().name());
        if (event instanceof ThreadDeathEvent death && death.thread().isVirtual()) System.out.println("ends " + death.thread().name());
        if (event instanceof BreakpointEvent stop) stopped(stop);
        if (event instanceof StepEvent step) stepped(step);
        return !(event instanceof VMDisconnectEvent);
    }

    void run() throws Exception {
        ClassPrepareRequest prepared = vm.eventRequestManager().createClassPrepareRequest();
        prepared.addClassFilter("Parked");
        prepared.enable();
        ThreadStartRequest starts = vm.eventRequestManager().createThreadStartRequest();
        starts.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
        starts.enable();
        ThreadDeathRequest deaths = vm.eventRequestManager().createThreadDeathRequest();
        deaths.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
        deaths.enable();
        boolean runs = true;
        while (runs) {
            EventSet events = vm.eventQueue().remove();
            for (Event event : events) runs &= handle(event);
            if (runs) events.resume();
        }
    }

    public static void main(String[] args) throws Exception {
        VirtualMachine vm = launch(args[0], args[1], Path.of(args[2]).getParent().toString(), Arrays.asList(args).subList(4, args.length));
        new Away(vm).run();
        System.out.print(new String(vm.process().getInputStream().readAllBytes()) + new String(vm.process().getErrorStream().readAllBytes()));
        System.out.println("exit " + vm.process().waitFor());
    }
}
