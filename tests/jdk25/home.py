"""Where the JDK 25 of a machine is."""

import pathlib


def feature_of(home):
    """The 25 of JAVA_VERSION="25.0.3", or an empty text."""
    release = home / "release"
    if not (home / "bin/javac").exists() or not release.exists():
        return ""
    for line in release.read_text(errors="replace").splitlines():
        if line.startswith('JAVA_VERSION="'):
            return line.split('"')[1].split(".")[0].split("-")[0]
    return ""


def find_jdk25():
    """The newest one of /usr/lib/jvm; None if there is none."""
    homes = sorted(pathlib.Path("/usr/lib/jvm").glob("*25*"), reverse=True)
    return next((home for home in homes if feature_of(home) == "25"), None)
