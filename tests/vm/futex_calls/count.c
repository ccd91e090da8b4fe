// Counts the futex calls of a process: preloaded, its syscall() stands before the C library's, which
// sync/threads/futex.cpp calls. The count is on stderr when the process exits. What the C library
// itself does with futexes does not pass here.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>

static atomic_long futex_calls;

long syscall(long number, ...) {
  static long (*_Atomic real)(long, ...);
  if (real == NULL) {
    real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  }
  va_list list;
  va_start(list, number);
  long words[6];
  for (int i = 0; i < 6; i++) {
    words[i] = va_arg(list, long);
  }
  va_end(list);
  if (number == SYS_futex) {
    atomic_fetch_add(&futex_calls, 1);
  }
  return real(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}

__attribute__((destructor)) static void report(void) {
  fprintf(stderr, "futex calls %ld\n", atomic_load(&futex_calls));
}
