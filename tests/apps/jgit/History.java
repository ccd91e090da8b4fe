// A little history with fixed dates: its commit names are the same everywhere.

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.stream.StreamSupport;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.api.MergeResult;
import org.eclipse.jgit.blame.BlameResult;
import org.eclipse.jgit.diff.DiffFormatter;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;

public class History {
    private static int day;

    static RevCommit commit(Git git, String file, String text, String message) throws Exception {
        Files.writeString(git.getRepository().getWorkTree().toPath().resolve(file), text);
        git.add().addFilepattern(".").call();
        return commit(git, message);
    }

    static RevCommit commit(Git git, String message) throws Exception {
        PersonIdent who = new PersonIdent("Ann", "ann@example.org", Instant.ofEpochSecond(1_500_000_000L + 86_400L * day++), ZoneOffset.UTC);
        return git.commit().setAuthor(who).setCommitter(who).setMessage(message).setSign(false).call();
    }

    public static void main(String[] args) throws Exception {
        new File("home").mkdir();
        try (Git git = Git.init().setDirectory(new File("work")).setInitialBranch("main").call()) {
            Repository repository = git.getRepository();
            RevCommit first = commit(git, "a.txt", "one\ntwo\nthree\n", "first");
            commit(git, "b.txt", "text\n".repeat(1000), "second");
            git.branchCreate().setName("side").call();
            RevCommit third = commit(git, "a.txt", "one\n2\nthree\n", "third");
            git.checkout().setName("side").call();
            commit(git, "c.txt", "side\n", "on the side");
            git.checkout().setName("main").call();
            MergeResult merged = git.merge().include(repository.resolve("side")).setCommit(false).call();
            System.out.println(merged.getMergeStatus() + " " + commit(git, "merged").getName());
            git.checkout().setCreateBranch(true).setName("conflict").setStartPoint(first).call();
            commit(git, "a.txt", "one\nzwei\nthree\n", "conflicting");
            MergeResult conflict = git.merge().include(third).call();
            System.out.println(conflict.getMergeStatus() + "\n" + Files.readString(Path.of("work/a.txt")));
            commit(git, "a.txt", "one\n2 zwei\nthree\n", "resolved");
            git.log().all().call().forEach(c -> System.out.println(c.abbreviate(9).name() + " " + c.getParentCount() + " " + c.getShortMessage()));
            ByteArrayOutputStream diff = new ByteArrayOutputStream();
            try (DiffFormatter formatter = new DiffFormatter(diff)) {
                formatter.setRepository(repository);
                formatter.format(first.getTree(), third.getTree());
            }
            System.out.println(diff.toString().lines().limit(14).reduce("", (a, b) -> a + b + "\n"));
            BlameResult blame = git.blame().setFilePath("a.txt").call();
            for (int i = 0; i < blame.getResultContents().size(); i++) {
                System.out.println(blame.getSourceCommit(i).getShortMessage() + ": " + blame.getResultContents().getString(i));
            }
            System.out.println(git.status().call().isClean() + " " + git.gc().call().size());
            ObjectId tag = git.tag().setName("v1").setMessage("tagged").setTagger(new PersonIdent("Ann", "a", Instant.ofEpochSecond(1_600_000_000L), ZoneOffset.UTC)).setSigned(false).call().getObjectId();
            System.out.println(tag.getName());
        }
        try (Git copy = Git.cloneRepository().setURI(new File("work").toURI().toString()).setDirectory(new File("copy")).setBranch("main").call()) {
            System.out.println(StreamSupport.stream(copy.log().call().spliterator(), false).count() + " " + Files.size(Path.of("copy/b.txt")) + " " + copy.branchList().call().size());
        }
    }
}
