import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;

// Children in numbers and sizes: large outputs both ways, pipelines, redirects of every kind, environment, working directory, exit codes.
public class Pipes {
    public static void main(String[] args) throws Exception {
        Process wc = new ProcessBuilder("wc", "-c").start();
        Thread feeder = new Thread(() -> {
            try (OutputStream out = wc.getOutputStream()) {
                for (int i = 0; i < 300; i++) {
                    out.write(new byte[1000]);
                }
            } catch (IOException e) {
                System.out.println(e);
            }
        });
        feeder.start();
        System.out.println(new String(wc.getInputStream().readAllBytes()).trim() + " " + wc.waitFor());
        feeder.join();
        Process yes = new ProcessBuilder("sh", "-c", "head -c 200000 /dev/zero").start();
        System.out.println(yes.getInputStream().readAllBytes().length + " " + yes.waitFor());

        List<Process> line = ProcessBuilder.startPipeline(List.of(
            new ProcessBuilder("printf", "c\\nb\\na\\n"), new ProcessBuilder("sort"), new ProcessBuilder("tr", "a-c", "A-C")));
        System.out.println(new String(line.get(2).getInputStream().readAllBytes()).replace('\n', ' ') + line.get(0).waitFor());

        File out = new File("out.txt");
        File err = new File("err.txt");
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", "echo one; echo two >&2").redirectOutput(out).redirectError(err);
        builder.start().waitFor();
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(out)).start().waitFor();
        System.out.println(Files.readAllLines(out.toPath()) + " " + Files.readAllLines(err.toPath()) + " " + builder.redirectOutput().type());
        Process reader = new ProcessBuilder("cat").redirectInput(out).redirectErrorStream(true).start();
        System.out.println(reader.inputReader().lines().toList() + " " + reader.getErrorStream().read());
        Process silent = new ProcessBuilder("sh", "-c", "echo lost").redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        System.out.println(silent.waitFor() + " " + silent.getInputStream().read());
        System.out.flush();
        new ProcessBuilder("sh", "-c", "echo inherited").inheritIO().start().waitFor();

        ProcessBuilder env = new ProcessBuilder("sh", "-c", "echo $ONE,$TWO,$HOME; pwd");
        env.environment().clear();
        env.environment().putAll(Map.of("ONE", "1", "TWO", "z\u00fcge"));
        File dir = new File("sub/dir");
        System.out.println(dir.mkdirs());
        Process there = env.directory(dir).start();
        String[] said = new String(there.getInputStream().readAllBytes(), "UTF-8").split("\n");
        System.out.println(said[0] + " " + said[1].endsWith("sub/dir"));
        try {
            env.environment().put("A=B", "x");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }

        for (String code : new String[] {"0", "7", "255"}) {
            System.out.print(new ProcessBuilder("sh", "-c", "exit " + code).start().waitFor() + " ");
        }
        System.out.println(new ProcessBuilder("sh", "-c", "kill -9 $$").start().waitFor());
        for (ProcessBuilder bad : List.of(new ProcessBuilder("no-such-command"), new ProcessBuilder("true").directory(new File("nowhere")), new ProcessBuilder("/etc/passwd"))) {
            try {
                bad.start();
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            new ProcessBuilder("nul\0char").start();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        try {
            new ProcessBuilder().start();
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        Process exec = Runtime.getRuntime().exec(new String[] {"sh", "-c", "echo $X"}, new String[] {"X=from exec"});
        System.out.println(new String(exec.getInputStream().readAllBytes()).trim());
        System.out.println(new String(Runtime.getRuntime().exec("echo a  b").getInputStream().readAllBytes()).trim());
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<String>> many = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            int n = i;
            many.add(pool.submit(() -> new String(new ProcessBuilder("echo", "n" + n).start().getInputStream().readAllBytes()).trim()));
        }
        for (Future<String> one : many) {
            System.out.print(one.get() + " ");
        }
        System.out.println();
        pool.shutdown();
    }
}
