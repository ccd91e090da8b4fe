// What an IDE's debugger sends through the JDI: a breakpoint with a condition, step filters, evaluations, an exception, the stack, and code
// exchanged while the program runs; once in a program that it launches, once in one that it attaches to.
// Arguments: home and executable of the VM, the classes, the folder of the other version, the VM's options.
import com.sun.jdi.*;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.*;
import com.sun.jdi.request.*;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

public class Ide {
    private final VirtualMachine vm;
    private final Path other;

    Ide(VirtualMachine vm, Path other) {
        this.vm = vm;
        this.other = other;
    }

    static VirtualMachine launch(String home, String executable, String classes, List<String> options) throws Exception {
        LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("home").setValue(home);
        arguments.get("vmexec").setValue(executable);
        arguments.get("options").setValue(String.join(" ", options) + " -cp " + classes);
        arguments.get("main").setValue("Edited");
        return connector.launch(arguments);
    }

    static VirtualMachine attach(BufferedReader output) throws Exception {
        String announced = output.readLine();  // "Listening for transport dt_socket at address: 12345"
        for (AttachingConnector connector : Bootstrap.virtualMachineManager().attachingConnectors()) {
            if (!connector.name().equals("com.sun.jdi.SocketAttach")) continue;
            Map<String, Connector.Argument> arguments = connector.defaultArguments();
            arguments.get("hostname").setValue("127.0.0.1");
            arguments.get("port").setValue(announced.substring(announced.lastIndexOf(' ') + 1));
            return connector.attach(arguments);
        }
        throw new IllegalStateException("no connector for sockets");
    }

    static Location line(ReferenceType type, int line) throws AbsentInformationException {
        return type.locationsOfLine(line).get(0);
    }

    Value local(StackFrame frame, String name) throws AbsentInformationException {
        return frame.getValue(frame.visibleVariableByName(name));
    }

    void prepared(ReferenceType type) throws Exception {
        System.out.println("prepared " + type.name() + ", source " + type.sourceName());
        BreakpointRequest stop = vm.eventRequestManager().createBreakpointRequest(line(type, 15));
        stop.enable();
    }

    // The condition is the debugger's: it goes on unless i == 2.
    void stopped(BreakpointEvent event) throws Exception {
        StackFrame frame = event.thread().frame(0);
        if (((IntegerValue) local(frame, "i")).value() != 2) return;
        System.out.println("stopped at line " + event.location().lineNumber() + " of " + event.location().method());
        for (LocalVariable variable : frame.visibleVariables()) {
            System.out.println("  " + variable.typeName() + " " + variable.name() + " = " + text(frame.getValue(variable)));
        }
        evaluate(event.thread());
        step(event.thread(), StepRequest.STEP_INTO);
    }

    static String text(Value value) {
        return value instanceof ObjectReference && !(value instanceof StringReference) ? value.type().name() : String.valueOf(value);
    }

    // Each invocation makes the frames anew.
    void evaluate(ThreadReference thread) throws Exception {
        ObjectReference self = thread.frame(0).thisObject();
        ClassType type = (ClassType) self.referenceType();
        Method greet = type.methodsByName("greet").get(0);
        List<StringReference> arguments = List.of(vm.mirrorOf("ide"));
        System.out.println("greet: " + self.invokeMethod(thread, greet, arguments, ObjectReference.INVOKE_SINGLE_THREADED));
        Method fail = type.methodsByName("fail").get(0);
        try {
            type.invokeMethod(thread, fail, List.of(), ObjectReference.INVOKE_SINGLE_THREADED);
        } catch (InvocationException e) {
            System.out.println("fail: " + e.exception().type().name());
        }
        ObjectReference made = type.newInstance(thread, type.methodsByName("<init>").get(0), List.of(), ObjectReference.INVOKE_SINGLE_THREADED);
        System.out.println("made: " + made.type().name());
        try {
            self.invokeMethod(thread, greet, List.of(vm.mirrorOf(1)), 0);
        } catch (InvalidTypeException e) {
            System.out.println("refused: " + e.getClass().getSimpleName());
        }
        Field total = type.fieldByName("total");
        self.setValue(total, vm.mirrorOf(1000));
        System.out.println("total: " + self.getValue(total) + ", " + type.instances(10).size() + " instances");
    }

    void step(ThreadReference thread, int depth) {
        StepRequest step = vm.eventRequestManager().createStepRequest(thread, StepRequest.STEP_LINE, depth);
        for (String filter : List.of("java.*", "jdk.*", "sun.*")) step.addClassExclusionFilter(filter);
        step.addCountFilter(1);
        step.enable();
    }

    int steps;

    void stepped(StepEvent event) throws Exception {
        vm.eventRequestManager().deleteEventRequest(event.request());
        System.out.println("step to " + event.location().method().name() + ":" + event.location().lineNumber() + ", " + event.thread().frameCount() + " frames");
        if (++steps < 4) {
            step(event.thread(), steps == 2 ? StepRequest.STEP_OUT : StepRequest.STEP_INTO);
            return;
        }
        ReferenceType type = event.location().declaringType();
        ExceptionRequest exceptions = vm.eventRequestManager().createExceptionRequest(null, true, true);
        exceptions.addClassFilter("Edited");
        exceptions.enable();
        if (vm.canRedefineClasses()) {
            vm.redefineClasses(Map.of(type, Files.readAllBytes(other.resolve("Edited.class"))));
            System.out.println("exchanged; the frame's method is " + (event.thread().frame(0).location().method().isObsolete() ? "obsolete" : "current"));
        }
    }

    void thrown(ExceptionEvent event) throws Exception {
        String caught = event.catchLocation() == null ? "nowhere" : "at line " + event.catchLocation().lineNumber();
        System.out.println(event.exception().type().name() + " in " + event.location().method().name() + ", caught " + caught);
    }

    // False: the program has gone.
    boolean handle(Event event) throws Exception {
        if (event instanceof ClassPrepareEvent prepare) prepared(prepare.referenceType());
        if (event instanceof BreakpointEvent stop) stopped(stop);
        if (event instanceof StepEvent step) stepped(step);
        if (event instanceof ExceptionEvent exception) thrown(exception);
        return !(event instanceof VMDisconnectEvent);
    }

    void run() throws Exception {
        ClassPrepareRequest prepare = vm.eventRequestManager().createClassPrepareRequest();
        prepare.addClassFilter("Edited");
        prepare.enable();
        for (boolean goesOn = true; goesOn;) {
            EventSet events = vm.eventQueue().remove();
            for (Event event : events) goesOn &= handle(event);
            if (goesOn) events.resume();
        }
    }

    static void finish(Process process, BufferedReader output) throws Exception {
        output.lines().forEach(line -> System.out.println("| " + line));
        System.err.print(new String(process.getErrorStream().readAllBytes()));
        System.out.println("exit code " + process.waitFor());
    }

    public static void main(String[] args) throws Exception {
        Path other = Path.of(args[3]);
        List<String> options = Arrays.asList(args).subList(4, args.length);
        System.out.println("--- launched");
        VirtualMachine launched = launch(args[0], args[1], args[2], options);
        new Ide(launched, other).run();
        finish(launched.process(), launched.process().inputReader());
        System.out.println("--- attached");
        List<String> command = new ArrayList<>(List.of(args[0] + "/bin/" + args[1]));
        command.addAll(options);
        command.addAll(List.of("-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0", "-cp", args[2], "Edited"));
        Process process = new ProcessBuilder(command).start();
        BufferedReader output = process.inputReader();
        new Ide(attach(output), other).run();
        finish(process, output);
    }
}
