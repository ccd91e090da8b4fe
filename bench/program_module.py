"""A Python program without `.py` in its name, as a module for another program."""

import importlib.machinery
import importlib.util


def load_program(path):
    name = path.parent.name + "_" + path.name
    loader = importlib.machinery.SourceFileLoader(name, str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module
