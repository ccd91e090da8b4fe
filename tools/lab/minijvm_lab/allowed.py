"""Which of the JDK's classes a solution may use. A lab is about threads: nothing in it needs files,
sockets, reflection or an end of the VM. So a list of what is allowed is short, and what it forgets
is refused with a sentence, not run."""

import re

PLAIN = """
    AutoCloseable Boolean Byte CharSequence Character Class Cloneable Comparable Double Enum Float
    InheritableThreadLocal Integer Iterable Long Math Number Object Override Record Runnable Short
    StackTraceElement StrictMath String StringBuffer StringBuilder System Thread Thread$Builder
    Thread$Builder$OfPlatform Thread$Builder$OfVirtual Thread$State ThreadLocal Throwable Void
"""
INVOKE = """
    CallSite LambdaMetafactory MethodHandle MethodHandles MethodHandles$Lookup MethodType
    StringConcatFactory
"""
# Classes of java.util that open files, load others, or start threads of their own.
NOT_OF_UTIL = (
    "Formatter|Properties|PropertyResourceBundle|ResourceBundle|Scanner|ServiceLoader|Timer"
)


def _one_of(names):
    return "(?:" + "|".join(re.escape(name) for name in names.split()) + ")"


CLASSES = re.compile(
    "|".join(
        [
            r"java/lang/" + _one_of(PLAIN),
            r"java/lang/\w*(?:Exception|Error)",
            r"java/lang/invoke/" + _one_of(INVOKE),
            r"java/lang/runtime/ObjectMethods",
            r"java/io/(?:PrintStream|Serializable)",
            r"java/time/(?:Duration|temporal/ChronoUnit)",
            r"java/util/(?:concurrent|function|stream|regex)/[\w$/]+",
            rf"java/util/(?!{NOT_OF_UTIL})[A-Z][\w$]*",
        ]
    )
)

# Of these classes, only such members.
MEMBERS = {
    "java/lang/System": "arraycopy currentTimeMillis err identityHashCode nanoTime out",
    "java/lang/Class": "getName getSimpleName desiredAssertionStatus hashCode equals toString",
    "java/io/PrintStream": "print println printf format flush",
    # What the compiler makes of lambdas, of + between texts, and of records.
    "java/lang/invoke/LambdaMetafactory": "metafactory altMetafactory",
    "java/lang/invoke/StringConcatFactory": "makeConcat makeConcatWithConstants",
    "java/lang/runtime/ObjectMethods": "bootstrap",
    "java/lang/invoke/MethodHandles": "",
    "java/lang/invoke/MethodHandles$Lookup": "",
    "java/lang/invoke/MethodHandle": "",
    "java/lang/invoke/MethodType": "",
    "java/lang/invoke/CallSite": "",
}
# Of these classes, all but such members.
FORBIDDEN = {
    "java/lang/Thread": "setDefaultUncaughtExceptionHandler getContextClassLoader"
    " setContextClassLoader getAllStackTraces getThreadGroup enumerate",
}


def dotted(name):
    return name.replace("/", ".").replace("$", ".")


def may_use(owner, name):
    if owner in MEMBERS:
        return name in MEMBERS[owner].split()
    return name not in FORBIDDEN.get(owner, "").split()


def complaint_about(class_file, own_names):
    """A sentence about the first thing that the lab has no need for; "" if there is none."""
    if class_file.has_native_method():
        return "A method is native, and a lab has no need for code that is not Java."
    for owner, name in class_file.members():
        if (owner, name) == ("java/lang/System", "exit"):
            return "The program ends the VM by System.exit. Let its threads end instead."
        if not may_use(owner, name):
            return f"The program uses {dotted(owner)}.{name}, which this lab has no need for."
    for name in class_file.classes():
        if name not in own_names and not CLASSES.fullmatch(name):
            return f"The program uses {dotted(name)}, which this lab has no need for."
    return ""
