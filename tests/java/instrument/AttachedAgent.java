// An agent that comes while the program runs: agentmain in a thread of the VM, what its failures tell the tool, a second load, more places for
// classes to come from, native methods behind a prefix, modules that read and open more.
// manifest: Agent-Class: AttachedAgent; Launcher-Agent-Class: AttachedAgent; Can-Redefine-Classes: true; Can-Retransform-Classes: true; Can-Set-Native-Method-Prefix: true
// run: -Xshare:off -Djdk.attach.allowAttachSelf=true
// args: {jar}

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.VirtualMachine;
import java.io.FileOutputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

class Failing {
    public static void agentmain(String options) { throw new IllegalStateException("agent fails"); }
}

interface Service { }
class Provider implements Service { public Provider() { } }

public class AttachedAgent {
    static Instrumentation instrumentation;

    public static void agentmain(String options, Instrumentation given) {
        System.out.println("agentmain " + options + ", daemon " + Thread.currentThread().isDaemon());
        instrumentation = given;
    }

    static int jars;

    static Path jar(String agentClass, String extraClass) throws Exception {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (agentClass != null) main.putValue("Agent-Class", agentClass);
        Path path = Path.of("agent" + ++jars + ".jar");
        try (JarOutputStream out = new JarOutputStream(new FileOutputStream(path.toFile()), manifest)) {
            if (extraClass != null) {
                out.putNextEntry(new JarEntry(extraClass + ".class"));
                out.write(ClassLoader.getSystemResourceAsStream(extraClass + ".class").readAllBytes());
            }
        }
        return path;
    }

    static void load(VirtualMachine vm, String what, String jar, String options) throws Exception {
        try {
            vm.loadAgent(jar, options);
            System.out.println(what + ": loaded");
        } catch (AgentLoadException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        } catch (AgentInitializationException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage() + " " + e.returnValue());
        }
    }

    public static void main(String[] args) throws Exception {
        VirtualMachine vm = VirtualMachine.attach(String.valueOf(ProcessHandle.current().pid()));
        load(vm, "agent", args[0], "some options");
        load(vm, "again", args[0], null);
        load(vm, "missing", "/nowhere/agent.jar", "");
        load(vm, "no agent class", jar(null, null).toString(), "");
        load(vm, "unknown class", jar("NoSuchAgent", null).toString(), "");
        load(vm, "no agentmain", jar("java.lang.String", null).toString(), "");
        load(vm, "failing", jar("Failing", null).toString(), "x");
        try {
            vm.loadAgentLibrary("nosuchlibrary", "");
        } catch (AgentLoadException e) {
            System.out.println("library: " + e.getMessage().contains("nosuchlibrary"));
        }
        vm.detach();
        modules();
        System.out.println("prefixes " + instrumentation.isNativeMethodPrefixSupported());
        paths();
    }

    static void modules() {
        Module base = Object.class.getModule();
        Module mine = AttachedAgent.class.getModule();
        Module sql = ModuleLayer.boot().findModule("java.logging").get();
        System.out.println(base.isOpen("java.util", mine) + " " + base.canRead(sql) + " " + instrumentation.isModifiableModule(base));
        instrumentation.redefineModule(base, Set.of(sql), Map.of(), Map.of("java.util", Set.of(mine)), Set.of(Service.class), Map.of());
        System.out.println(base.isOpen("java.util", mine) + " " + base.canRead(sql) + " " + base.canUse(Service.class));
        try {
            instrumentation.redefineModule(base, Set.of(), Map.of("no.such.package", Set.of(mine)), Map.of(), Set.of(), Map.of());
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        instrumentation.redefineModule(mine, Set.of(), Map.of(), Map.of(), Set.of(Service.class), Map.of(Service.class, List.of(Provider.class)));
    }

    static void paths() throws Exception {
        instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar(null, "Provider").toFile()));
        try {
            System.out.println(Class.forName("Provider", false, null));
        } catch (NoClassDefFoundError e) {
            System.out.println("its interface is elsewhere: " + e.getMessage());
        }
        instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar(null, "Service").toFile()));
        System.out.println(Class.forName("Service", false, null).getClassLoader());
        instrumentation.appendToSystemClassLoaderSearch(new JarFile(jar(null, null).toFile()));
        String path = System.getProperty("java.class.path");
        System.out.println(path.contains("agent"));
    }
}
