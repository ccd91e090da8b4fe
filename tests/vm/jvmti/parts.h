/* What both agents here begin with: the environment, the part of the program that they serve, and errors that are printed. */
#pragma once

#include <jvmti.h>
#include <stdio.h>
#include <string.h>

static jvmtiEnv* jvmti;
static char part[64];

static void check(jvmtiError error, const char* what) {
  if (error == JVMTI_ERROR_NONE)
    return;
  char* name = NULL;
  (*jvmti)->GetErrorName(jvmti, error, &name);
  printf("%s: %s\n", what, name);
  (*jvmti)->Deallocate(jvmti, (unsigned char*)name);
}

static int is(const char* what) { return strcmp(part, what) == 0; }

static void enable(jvmtiEvent event) {
  check((*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, event, NULL), "enable");
}
