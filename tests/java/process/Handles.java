import java.util.*;
import java.util.concurrent.*;

// ProcessHandle: of this process, its children and their ends, onExit, destroy in both ways, what info says.
public class Handles {
    public static void main(String[] args) throws Exception {
        ProcessHandle self = ProcessHandle.current();
        System.out.println(self.isAlive() + " " + self.supportsNormalTermination() + " " + self.parent().isPresent() + " " + self.equals(ProcessHandle.of(self.pid()).get()) + " " + (self.compareTo(self) == 0));
        System.out.println(self.info().command().get().startsWith("/") + " " + self.info().startInstant().isPresent() + " " + self.info().user().isPresent() + " " + !self.info().totalCpuDuration().get().isNegative());
        for (String refused : new String[] {"onExit", "destroy"}) {
            try {
                if (refused.equals("onExit")) {
                    self.onExit();
                } else {
                    self.destroy();
                }
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }

        Process child = new ProcessBuilder("sleep", "100").start();
        ProcessHandle handle = child.toHandle();
        System.out.println(child.isAlive() + " " + (handle.pid() == child.pid()) + " " + self.children().anyMatch(handle::equals) + " " + handle.parent().get().equals(self));
        while (!handle.info().command().orElse("").endsWith("sleep")) {
            Thread.sleep(1);  // between fork and exec it still is we
        }
        System.out.println(Arrays.toString(handle.info().arguments().get()) + " " + ProcessHandle.allProcesses().anyMatch(handle::equals));
        try {
            child.exitValue();
        } catch (IllegalThreadStateException e) {
            System.out.println(e.getMessage());
        }
        CompletableFuture<String> told = handle.onExit().thenApply(ended -> "ended " + ended.isAlive());
        CompletableFuture<Integer> code = child.onExit().thenApply(Process::exitValue);
        System.out.println(child.waitFor(5, TimeUnit.MILLISECONDS) + " " + child.supportsNormalTermination());
        child.destroy();
        System.out.println(told.get(20, TimeUnit.SECONDS) + " " + code.get(20, TimeUnit.SECONDS) + " " + child.waitFor() + " " + ProcessHandle.of(child.pid()).isPresent());

        Process stubborn = new ProcessBuilder("sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.05; done").start();
        System.out.println(stubborn.inputReader().readLine());
        stubborn.destroy();
        System.out.println(stubborn.waitFor(30, TimeUnit.MILLISECONDS));
        System.out.println(stubborn.destroyForcibly().waitFor());

        Process parent = new ProcessBuilder("sh", "-c", "sleep 100 & echo ready; wait").start();
        System.out.println(parent.inputReader().readLine() + " " + parent.descendants().count());
        parent.descendants().forEach(ProcessHandle::destroyForcibly);
        System.out.println(parent.waitFor());

        Process interrupted = new ProcessBuilder("sleep", "100").start();
        Thread.currentThread().interrupt();
        try {
            interrupted.waitFor();
        } catch (InterruptedException e) {
            System.out.println(e.getMessage() + " " + Thread.interrupted());
        }
        interrupted.destroyForcibly().waitFor();
        System.out.println(interrupted.exitValue());
    }
}
