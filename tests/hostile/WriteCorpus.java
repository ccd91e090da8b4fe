import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Seeds for tests/fuzz: the classes of the case files, small classes of the JDK, and damaged copies, as *.class; bodies of their methods
 * as *.body (max_stack, max_locals, u2 code length, code, StackMapTable) and tables alone as *.map.
 */
public class WriteCorpus {
    private static Path folder;
    private static int count;

    public static void main(String[] args) throws Exception {
        folder = Path.of(args[0]);
        for (int file = 1; file < args.length; file++) {
            for (RunCases.Case one : RunCases.parse(args[file])) write(one.classes().get(0).bytes());
        }
        List<String> corpus = RunMutants.corpus();
        for (int number = 0; number != 400; number++) {
            byte[] good = RunMutants.good(corpus.get(number * 7 % corpus.size()));
            if (good.length > 6000) continue;
            write(good);
            write(new Mutator(number).mutate(good));
            bodies(good);
        }
        for (String name : Samples.parts()) bodies(RunMutants.good(name));
    }

    private static void write(byte[] bytes) throws Exception {
        if (bytes.length <= 20000) Files.write(folder.resolve(count++ + ".class"), bytes);
    }

    private static void bodies(byte[] good) throws Exception {
        ClassMap map = new ClassMap(good);
        for (int at = 0; at < map.limits.size(); at += 2) {
            int start = map.limits.get(at) + 8;
            int length = map.peek(start - 2);
            if (length > 300) continue;
            ClassAssembler.Bytes body = new ClassAssembler.Bytes();
            body.u1(map.peek(start - 8));
            body.u1(map.peek(start - 6));
            body.u2(length);
            body.write(good, start, length);
            int next = at + 2 < map.limits.size() ? map.limits.get(at + 2) : good.length;
            int from = start;
            ClassAssembler.Bytes table = new ClassAssembler.Bytes();
            for (int each : map.maps) {
                if (each > from && each < next) table.u1(good[each]);
            }
            body.writeBytes(table.toByteArray());
            Files.write(folder.resolve(count + ".body"), body.toByteArray());
            if (table.size() != 0) {
                ClassAssembler.Bytes alone = new ClassAssembler.Bytes();
                alone.u1(map.peek(start - 6));
                alone.u1(map.peek(start - 8));
                alone.writeBytes(table.toByteArray());
                Files.write(folder.resolve(count + ".map"), alone.toByteArray());
            }
            count++;
        }
    }
}
