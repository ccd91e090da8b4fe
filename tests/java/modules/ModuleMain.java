// main: m.main/main.Main
// run: --module-path {modules}
// args: one two
// A program that is a module (ModuleMain.modules): its descriptor, what its layer holds, services of modules, resources, traces with module names.
public class ModuleMain { }
