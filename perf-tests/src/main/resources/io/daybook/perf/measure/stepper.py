# Counts the instructions of a thread by stepping it with ptrace: stepper.py FLAGS THREAD
#
# FLAGS is a file of two ints that both sides map: the state of the thread, and the state of this process.
# The thread waits until it is seized (SEIZED), works, and sets DONE at its end; every step in between counts.
import ctypes
import mmap
import os
import platform
import signal
import sys

DONE, SEIZED, FAILED = 1, 2, 3
PTRACE_PEEKUSER, PTRACE_POKEUSER, PTRACE_SINGLESTEP, PTRACE_DETACH = 3, 6, 9, 17
PTRACE_SEIZE, PTRACE_INTERRUPT = 0x4206, 0x4207
X86_FLAGS_OFFSET, X86_TRAP_FLAG = 18 * 8, 0x100
WALL = 0x40000000

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


def ptrace(request, thread, data, address=0):
    if libc.ptrace(request, thread, address, data) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def stop_of(thread):
    """The signal with which the thread stopped, and the event of ptrace, if it is one."""
    status = os.waitpid(thread, WALL)[1]
    if not os.WIFSTOPPED(status):
        raise OSError("the thread ended")
    return os.WSTOPSIG(status), status >> 16


def count(flags, thread):
    steps = 0
    deliver = 0
    while flags[0] != DONE:
        ptrace(PTRACE_SINGLESTEP, thread, deliver)
        stopped, event = stop_of(thread)
        is_step = stopped == signal.SIGTRAP and event == 0
        steps += is_step
        deliver = 0 if is_step or event else stopped
    return steps


def let_go(thread):
    """Safepoints of a JVM push and pop the flags of the processor: the popped ones still request a trap."""
    if platform.machine() == "x86_64":
        flags = libc.ptrace(PTRACE_PEEKUSER, thread, X86_FLAGS_OFFSET, 0)
        ptrace(PTRACE_POKEUSER, thread, flags & ~X86_TRAP_FLAG, X86_FLAGS_OFFSET)
    ptrace(PTRACE_DETACH, thread, 0)


def main(path, thread):
    with open(path, "r+b") as file:
        memory = mmap.mmap(file.fileno(), 0)
    flags = memoryview(memory).cast("i")
    try:
        ptrace(PTRACE_SEIZE, thread, 0)
        ptrace(PTRACE_INTERRUPT, thread, 0)
        stop_of(thread)
    except OSError as error:
        flags[1] = FAILED
        sys.exit("cannot step thread %d: %s" % (thread, error))
    flags[1] = SEIZED
    steps = count(flags, thread)
    let_go(thread)
    print(steps)


main(sys.argv[1], int(sys.argv[2]))
