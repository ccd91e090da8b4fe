"""Tries a minijvm that is installed below a prefix, as another user and from another folder: for `run`, and for `packages`."""

import gzip
import hashlib
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import zipfile

NOBODY = 65534


class Failure(Exception):
    pass


def expect(condition, what):
    if not condition:
        raise Failure(what)


class Installed:
    """`folder` is empty, and belongs to the user who runs programs. Root gives programs to nobody."""

    def __init__(self, prefix, jdk, folder):
        self.prefix = prefix
        self.jdk = jdk
        self.folder = folder
        self.share = prefix / "share/minijvm"
        self.env = {"PATH": os.environ["PATH"], "JAVA_HOME": str(jdk), "LC_ALL": "C.UTF-8", "HOME": str(folder)}
        self.other = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        if self.other:
            os.chown(folder, NOBODY, NOBODY)

    def run(self, *words, program="bin/minijvm", text=None, cwd=None):
        return subprocess.run([str(word) for word in (self.prefix / program, *words)], env=self.env, cwd=cwd or self.folder, input=text or "",
                              capture_output=True, text=True, timeout=120, **self.other)

    def classes(self, sample):
        return self.share / "classes" / sample


def make_read_only(prefix):
    """Nobody, the owner included, writes; root could all the same, and does not run programs here."""
    for path in [prefix, *prefix.rglob("*")]:
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))


def make_writable(prefix):
    for path in [prefix, *prefix.rglob("*")]:
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | stat.S_IWUSR)


def programs(at):
    done = at.run("-cp", at.classes("hello"), "HelloWorld", cwd="/")
    expect((done.returncode, done.stdout, done.stderr) == (0, "Hello, World!\n", ""), f"HelloWorld: {done}")
    jar = at.folder / "hello world.jar"
    with zipfile.ZipFile(jar, "w") as file:
        file.writestr("META-INF/MANIFEST.MF", "Main-Class: HelloWorld\n")
        file.write(at.classes("hello") / "HelloWorld.class", "HelloWorld.class")
    done = at.run("-jar", jar.name)
    expect((done.returncode, done.stdout) == (0, "Hello, World!\n"), f"a jar: {done}")
    link = at.folder / "linked"
    link.symlink_to(at.prefix / "bin/minijvm")
    done = subprocess.run([link, "-jar", jar.name], env=at.env, cwd=at.folder, capture_output=True, text=True, timeout=60, **at.other)
    expect((done.returncode, done.stdout) == (0, "Hello, World!\n"), f"by a link: {done}")


def archive(at):
    """The archive is used, if there is one and nobody else can have written it."""
    done = at.run("-Xlog:cds", "-cp", at.classes("hello"), "HelloWorld")
    expect(re.search(r"archive \S.* \d{4,} classes|archive .*: \d{4,} classes", done.stdout), f"{done.stdout}")


def labs(at):
    """A lab is stepped, searched and recorded, by the sources and classes that are installed."""
    source = at.share / "samples/labs/race"
    done = at.run("--step", "--source", source, "--break", "Race.begin", "-cp", at.classes("race"), "Race", text="where\nquit\n")
    expect("Race.begin([Ljava/lang/Thread;)V, bci 0, Race.java:10" in done.stdout and "for (Thread thread : threads)" in done.stdout, f"--step: {done}")
    done = at.run("--explore", "--same-output", "-cp", at.classes("race"), "Race")
    expect(done.returncode == 80 and list(at.folder.glob("race-*.schedule")), f"--explore: {done.returncode} {done.stdout[-300:]} {done.stderr}")
    done = at.run("--step=record", "--until", "5", "-o", "race.html", "--source", source, "-cp", at.classes("race"), "Race")
    has_pages = "has no pages" not in done.stderr
    expect(not has_pages or (done.returncode == 0 and (at.folder / "race.html").stat().st_size > 50000), f"--step=record: {done}")
    done = at.run("--compare=-Xmx16m | -Xmx32m", "--runs", "1", "-cp", at.classes("hello"), "HelloWorld")
    expect(done.returncode == 0 and "same output: yes" in done.stdout, f"--compare: {done}")


def checker(at):
    """A lab's program, unchanged, is rejected with the seed that breaks it."""
    done = at.run("check", "race", at.share / "samples/labs/race/Race.java", "--seconds", "10", program="bin/minijvm-lab")
    expect(done.returncode == 1 and "race: rejected\n" in done.stdout and "of seed" in done.stdout, f"minijvm-lab: {done}")
    (at.folder / "mine.txt").write_text("(step) continue\n")
    done = at.run("check", "race", "mine.txt", program="bin/minijvm-lab")
    expect(done.returncode == 1 and "It printed: 2" in done.stdout, f"a session: {done}")
    done = at.run("check", "travel", "mine.txt", program="bin/minijvm-lab")
    expect(done.returncode == 1 and "There was no young collection" in done.stdout, f"a session that is judged by its stops: {done}")


def help_and_pages(at):
    done = at.run("--help-learning")
    place = pathlib.Path(re.search(r"Read on: man minijvm, (.*)", done.stdout)[1])
    expect(at.prefix in place.parents and place.is_file(), f"--help-learning leads to {place}")
    for name in ("minijvm", "minijvm-jdk", "minijvm-lab"):
        expect((at.prefix / "bin" / name).is_file(), f"no bin/{name}")
        with gzip.open(at.prefix / f"share/man/man1/{name}.1.gz", "rt", encoding="utf-8") as page:
            expect(page.read().count("\n.SH ") >= 3, f"the page of {name}")
    for name in ("bash-completion/completions/minijvm", "zsh/vendor-completions/_minijvm"):
        expect("--help-learning" in (at.prefix / "share" / name).read_text(encoding="utf-8"), f"{name} does not complete")
    for name in ("LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md"):
        expect((at.prefix / "share/doc/minijvm" / name).is_file(), f"no {name}")
    solutions = [path for path in at.prefix.rglob("*") if re.match(r"solution|Sold", path.name)]
    expect(not solutions, f"solutions are installed: {solutions}")


def doctor(at):
    done = at.run("--doctor", cwd="/")
    expect(done.returncode == 0 and f" in {at.prefix}\n" in done.stdout, f"{done}")
    expect(f"gdb -x '{at.share}/gdb/session.py' -p PID" in done.stdout or not shutil.which("gdb"), f"how to attach gdb: {done.stdout}")


def gdb(at):
    """gdb loads the commands; on a build with debug information they show the Java stack, else they say what is missing."""
    if shutil.which("gdb") is None:
        print("gdb: it is not here")
        return
    has_debug_information = "no debug information" not in at.run("--doctor").stdout
    commands = ["-ex", "jmain", "-ex", "jbt", "-ex", "jheap"]
    words = ["gdb", "-batch", "-x", at.share / "gdb/session.py", *(commands if has_debug_information else ["-ex", "jheap"]), "--args",
             at.prefix / "bin/minijvm", "-cp", at.classes("hello"), "HelloWorld"]
    done = subprocess.run([str(word) for word in words], env=at.env, cwd=at.folder, capture_output=True, text=True, timeout=120, **at.other)
    said = done.stdout + done.stderr
    signs = ("CallStaticVoidMethod", "eden") if has_debug_information else ("no debug information of minijvm",)
    expect(all(sign in said for sign in signs), f"gdb: {said[-1500:]}")


def contents(at):
    """The list of contents has each file that is there, with its checksum, and what is linked into it."""
    file = at.prefix / "share/doc/minijvm/sbom.spdx.json"
    bill = json.loads(file.read_text(encoding="utf-8"))
    listed = {each["fileName"]: {sum["algorithm"]: sum["checksumValue"] for sum in each["checksums"]} for each in bill["files"]}
    there = {"./" + str(path.relative_to(at.prefix)): path for path in at.prefix.rglob("*") if path.is_file() and not path.is_symlink() and path != file}
    made_later = {name for name in there if name.endswith(".jsa") and name not in listed}
    expect(set(listed) == set(there) - made_later, f"listed or there, but not both: {sorted(set(listed) ^ set(there))[:10]}")
    for name, path in there.items():
        expect(name in made_later or listed[name]["SHA256"] == hashlib.sha256(path.read_bytes()).hexdigest(), f"another checksum: {name}")
    parts = {package["name"]: package["versionInfo"] for package in bill["packages"]}
    expect({"minijvm", "nettle", "fmt", "protozero", "preact", "zlib"} <= set(parts), f"packages: {parts}")
    expect(bill["spdxVersion"] == "SPDX-2.3" and re.fullmatch(r"\d+\.\d+", parts["minijvm"]), f"versions: {parts}")
    ids = {each["SPDXID"] for each in bill["files"] + bill["packages"]} | {"SPDXRef-DOCUMENT"}
    ends = {row[end] for row in bill["relationships"] for end in ("spdxElementId", "relatedSpdxElement")}
    expect(ends <= ids, f"a relation leads nowhere: {ends - ids}")


def places_of_the_build(at, places):
    """No file has a path of the machine that built it."""
    for path in at.prefix.rglob("*"):
        if path.is_file() and path.suffix != ".jsa":
            content = path.read_bytes()
            for place in places:
                expect(os.fsencode(place) + b"/" not in content, f"{path} names {place}")


def modes(at):
    for path in at.prefix.rglob("*"):
        mode = path.lstat().st_mode
        expect(path.is_symlink() or mode & 0o022 == 0, f"others may write {path}")
        expect(path.is_symlink() or mode & 0o004, f"others may not read {path}")
        expect(not path.is_symlink() or not os.readlink(path).startswith("/"), f"{path} leads out of the folder")
        expect(not path.is_dir() or any(path.iterdir()), f"{path} is empty")


TESTS = (modes, programs, archive, labs, checker, help_and_pages, doctor, gdb, contents)
