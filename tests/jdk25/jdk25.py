"""Finds the JDK 25 that the tests of this folder use."""

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


def find_jdk25(given=None):
    """`given`, or the newest /usr/lib/jvm/*25*. None if there is none. Raises SystemExit if `given` is no JDK 25."""
    if given is not None:
        if feature_of(given) != "25":
            raise SystemExit(f"{given} is no JDK 25")
        return given
    homes = sorted(pathlib.Path("/usr/lib/jvm").glob("*25*"), reverse=True)
    return next((home for home in homes if feature_of(home) == "25"), None)


LEFT_OUT = "left out, since there is no JDK 25 in /usr/lib/jvm; give --jdk25 DIR"
