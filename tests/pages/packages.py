"""npm's packages, by which the tests of the pages and the lecture drive a browser."""

import hashlib
import pathlib
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent


def missing(*programs):
    return [name for name in programs if shutil.which(name) is None]


def install(folder):
    """npm ci, unless these versions are there already."""
    lock = (HERE / "package-lock.json").read_bytes()
    stamp = folder / "installed"
    wanted = hashlib.sha256(lock).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, folder / name)
    subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"],
                   cwd=folder, check=True)
    stamp.write_text(wanted)
