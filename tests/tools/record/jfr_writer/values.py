"""What write_all.cpp writes, as `jfr print --json` shows it: for each event its own fields, and of those that all events have the thread and the stack."""

SYSTEM = {"parent": None, "name": "system"}
GROUP = {"parent": SYSTEM, "name": "main"}


def thread(os_name, os_id, name, number, group):
    return {"osName": os_name, "osThreadId": os_id, "javaName": name, "javaThreadId": number, "group": group}


MAIN = thread("main", 4711, "main", 1, GROUP)
HOSTILE = thread("os \n name", 4712, "a\nb\tc\r\"d\"\\e</script><b>&amp;\x01\x7f", 2, GROUP)
BEYOND = thread("\u00fcber", 4713, "\U0001F9F5 \U0001D518 \u00e9\u4e2d", 3, GROUP)
NAMELESS = thread("", 4714, "", 4, None)
WORKER = thread("GC worker 0", 4715, None, 0, None)

BOOT = {"type": None, "name": "bootstrap"}
BASE = {"name": "java.base", "version": "17", "location": "jrt:/java.base", "classLoader": BOOT}
LANG = {"name": "java/lang", "module": BASE, "exported": True}
APP_LOADER = {"classLoader": BOOT, "name": "jdk/internal/loader/AppClassLoader", "package": LANG, "modifiers": 1, "hidden": False}
APP = {"type": APP_LOADER, "name": "app"}
UNNAMED = {"name": None, "version": None, "location": None, "classLoader": APP}
BANK = {"name": "bank", "module": UNNAMED, "exported": False}
DEFAULT = {"name": "", "module": UNNAMED, "exported": False}
GATE = {"classLoader": APP, "name": "bank/Bank$Gate", "package": BANK, "modifiers": 0x8, "hidden": False}
GATES = {"classLoader": BOOT, "name": "[[Ljava/lang/Object;", "package": LANG, "modifiers": 0x411, "hidden": False}
STRANGE = {"classLoader": APP, "name": "Odd\U0001F4A9<&>", "package": DEFAULT, "modifiers": 0x1010, "hidden": True}


def frame(class_, name, descriptor, modifiers, hidden, line, bci, kind):
    method = {"type": class_, "name": name, "descriptor": descriptor, "modifiers": modifiers, "hidden": hidden}
    return {"method": method, "lineNumber": line, "bytecodeIndex": bci, "type": kind}


WAIT = frame(GATES, "wait0", "(J)V", 0x112, False, -1, 0, "Native")
MOVE = frame(GATE, "move", "(JI)V", 0x21, False, 31, 17, "Interpreted")
INIT = frame(STRANGE, "<init>", "()V", 0, True, 70000, 65534, "Interpreted")
STACK = {"truncated": False, "frames": [WAIT, MOVE, INIT]}
CUT = {"truncated": True, "frames": [WAIT, MOVE]}
EMPTY = {"truncated": False, "frames": []}

ADDRESS = 0x00007f0012345678
HIGH_ADDRESS = 0xfffffffffffffff8
# How the tool shows the least number of 64 bits, which stands for no limit.
NO_TIMEOUT, NO_TIME = "PT-2562047788015215H-30M-8S", "-999999999-01-01T00:00+18:00"
OLD_SPACE = {"start": 0x1000, "committedEnd": 0x3000, "committedSize": 0x2000, "reservedEnd": 0x9000, "reservedSize": 0x8000}
YOUNG_SPACE = {"start": 0x9000, "committedEnd": 0xa000, "committedSize": 0x1000, "reservedEnd": 0xb000, "reservedSize": 0x2000}


def space(start, end, used, size):
    return {"start": start, "end": end, "used": used, "size": size}


def on(thread_, stack, **fields):
    return {"eventThread": thread_, "stackTrace": stack, **fields}


# In the order in which they are written. What is None here is null in the file.
EVENTS = {
    "jdk.JavaMonitorEnter": on(HOSTILE, STACK, monitorClass=GATE, previousOwner=BEYOND, address=ADDRESS),
    "jdk.JavaMonitorWait": on(BEYOND, CUT, monitorClass=GATES, notifier=NAMELESS, timeout="PT1.5S", timedOut=True, address=HIGH_ADDRESS),
    "jdk.ThreadPark": on(NAMELESS, EMPTY, parkedClass=STRANGE, timeout=NO_TIMEOUT, until=NO_TIME, address=ADDRESS),
    "jdk.ThreadSleep": on(MAIN, STACK, time="PT0.25S"),
    "jdk.ThreadStart": on(MAIN, STACK, thread=HOSTILE, parentThread=MAIN),
    "jdk.ThreadEnd": {"eventThread": NAMELESS, "thread": NAMELESS},
    "jdk.JavaThreadStatistics": {"activeCount": 5, "daemonCount": 2, "accumulatedCount": 10**12, "peakCount": 7},
    "jdk.ThreadDump": {"result": "Full thread dump\n\"main\" \U0001F9F5\n"},
    "jdk.ExecutionSample": {"sampledThread": MAIN, "stackTrace": STACK, "state": "STATE_RUNNABLE"},
    "jdk.NativeMethodSample": {"sampledThread": BEYOND, "stackTrace": CUT, "state": "STATE_PARKED_TIMED"},
    "jdk.ObjectAllocationSample": on(HOSTILE, STACK, objectClass=GATES, weight=4096),
    "jdk.JavaExceptionThrow": on(MAIN, STACK, message="", thrownClass=STRANGE),
    "jdk.JavaErrorThrow": on(MAIN, CUT, message=None, thrownClass=GATE),
    "jdk.ClassLoad": on(MAIN, STACK, loadedClass=GATE, definingClassLoader=APP, initiatingClassLoader=BOOT),
    "jdk.ClassDefine": on(MAIN, None, definedClass=STRANGE, definingClassLoader=APP),
    "jdk.ClassLoadingStatistics": {"loadedClassCount": 512, "unloadedClassCount": 3},
    "jdk.SystemGC": on(MAIN, STACK, invokedConcurrent=True),
    "jdk.GarbageCollection": {"gcId": 7, "name": "ParallelScavenge", "cause": "System.gc()", "sumOfPauses": "PT0.000003S",
                              "longestPause": "PT0.000002S"},
    "jdk.YoungGarbageCollection": {"gcId": 7, "tenuringThreshold": 15},
    "jdk.ParallelOldGarbageCollection": {"gcId": 2**32 - 1, "densePrefix": HIGH_ADDRESS},
    "jdk.GCPhasePause": {"eventThread": WORKER, "gcId": 7, "name": "scavenge"},
    "jdk.GCPhasePauseLevel1": {"eventThread": WORKER, "gcId": 7, "name": "roots\n<b>"},
    "jdk.GCPhaseParallel": {"eventThread": WORKER, "gcId": 7, "gcWorkerId": 3, "name": ""},
    "jdk.GCHeapSummary": {"gcId": 7, "when": "Before GC", "heapSpace": OLD_SPACE, "heapUsed": 1 << 30},
    "jdk.PSHeapSummary": {"gcId": 7, "when": "After GC", "oldSpace": OLD_SPACE, "oldObjectSpace": space(0x1000, 0x3000, 0x1800, 0x2000),
                          "youngSpace": YOUNG_SPACE, "edenSpace": space(0x9000, 0x9800, 0x100, 0x800),
                          "fromSpace": space(0x9800, 0x9c00, 0x80, 0x400), "toSpace": space(0x9c00, 0xa000, 0, 0x400)},
    "jdk.TenuringDistribution": {"gcId": 7, "age": 15, "size": 1234},
    "jdk.SafepointBegin": {"eventThread": WORKER, "safepointId": 127, "totalThreadCount": 12, "jniCriticalThreadCount": 0},
    "jdk.SafepointStateSynchronization": {"eventThread": WORKER, "safepointId": 128, "initialThreadCount": 12, "runningThreadCount": 11,
                                          "iterations": 3},
    "jdk.SafepointEnd": {"eventThread": WORKER, "safepointId": 16384},
    "jdk.ExecuteVMOperation": {"eventThread": WORKER, "operation": "ThreadDump", "safepoint": True, "blocking": False, "caller": MAIN,
                               "safepointId": 128},
    "jdk.CPULoad": {"jvmUser": 0.5, "jvmSystem": 0.25, "machineTotal": 1.0},
    "jdk.PhysicalMemory": {"totalSize": 1 << 36, "usedSize": 1 << 35},
    "jdk.JVMInformation": {"jvmName": "minijvm", "jvmVersion": "17", "jvmArguments": "-Xmx1g", "jvmFlags": None, "javaArguments": "Bank 4",
                           "jvmStartTime": "2023-11-14T22:13:20.123Z", "pid": 42},
    "jdk.OSInformation": {"osVersion": "uname: Linux\nlibc: glibc"},
    "jdk.CPUInformation": {"cpu": "AMD (null)", "description": "two sockets", "sockets": 2, "cores": 16, "hwThreads": 32},
    "jdk.InitialSystemProperty": {"key": "line.separator", "value": "\n"},
    "jdk.ActiveRecording": on(MAIN, None, id=1, name="1", destination="/tmp/a b.jfr", maxAge="PT1M", flushInterval="PT1S", maxSize=250 << 20,
                              recordingStart="2023-11-14T22:13:20Z", recordingDuration="PT30S"),
    "jdk.ActiveSetting": on(MAIN, None, name="threshold", value="20 ms"),  # its id is a type's number
    "minijvm.LwpRun": {"eventThread": HOSTILE, "lwp": 2, "why": "park"},
    "minijvm.Ready": {"eventThread": BEYOND},
    "minijvm.PlaceTaken": {"eventThread": MAIN, "lwp": 1},
    "minijvm.MetaLockHandOver": {"eventThread": MAIN, "successor": HOSTILE, "lockClass": GATE, "address": ADDRESS},
    "minijvm.GangDispatch": {"task": "scavenge", "workers": 4, "woken": 2},
    "minijvm.WorkerTask": {"task": "scavenge", "worker": 3},
    "minijvm.Steal": {"worker": 1, "victim": 2},
    "minijvm.LostEvents": {"lost": 2**64 - 1},
}
