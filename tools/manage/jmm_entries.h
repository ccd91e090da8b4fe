// Declares the functions of java.management's function table, by file. The contract of each
// function is that of its slot in jmm_interface.h, and of the MXBean method that it serves.
// Tested by tests/java/management.
#pragma once

#include "runtime/fwd.h"
#include "sync/fwd.h"
#include "tools/manage/jmm_interface.h"

namespace minijvm::vm::jmm {

// JVM_GetManagement returns this table (management_table.cpp); null for the java.management of
// another JDK.
void* management_table(jint version);

// jmm_attributes.cpp defines these.
jlong get_long_attribute(JNIEnv*, jobject bean, jint attribute);
jint get_long_attributes(JNIEnv*, jobject bean, const jint* attributes, jint count, jlong* values);
jboolean get_bool_attribute(JNIEnv*, jint attribute);
jboolean set_bool_attribute(JNIEnv*, jint attribute, jboolean value);
jboolean reset_statistic(JNIEnv*, jvalue what, jint statistic);

// jmm_memory.cpp defines these.
jobjectArray get_memory_pools(JNIEnv*, jobject manager);
jobjectArray get_memory_managers(JNIEnv*, jobject pool);
jobject get_memory_usage(JNIEnv*, jboolean heap);
jobject get_pool_usage(JNIEnv*, jobject pool);
jobject get_peak_pool_usage(JNIEnv*, jobject pool);
jobject get_pool_collection_usage(JNIEnv*, jobject pool);
jint dump_heap(JNIEnv*, jstring file, jboolean live);

// jmm_collectors.cpp defines these.
jint get_gc_attributes(JNIEnv*, jobject collector, GcAttribute* attributes, jint count);
void get_last_gc_statistics(JNIEnv*, jobject collector, GcStatistics* statistics);

// jmm_notifications.cpp defines these.
void set_pool_sensor(JNIEnv*, jobject pool, jint threshold, jobject sensor);
jlong set_pool_threshold(JNIEnv*, jobject pool, jint threshold, jlong bytes);
void set_gc_notification_enabled(JNIEnv*, jobject collector, jboolean enabled);

// jmm_thread_times.cpp: bytes that all threads have allocated, ended ones too.
jlong allocated_by_all_threads(const sync::NoSafepoint& still);

// jmm_threads.cpp defines these.
jint get_thread_info(JNIEnv*, jlongArray ids, jint max_depth, jobjectArray infos);
jobjectArray dump_threads(JNIEnv*, jlongArray ids, jboolean monitors, jboolean synchronizers,
                          jint max_depth);
jobjectArray find_deadlocks(JNIEnv*, jboolean monitors_only);
jobjectArray find_monitor_deadlocks(JNIEnv*);

// jmm_thread_times.cpp defines these.
jlong get_thread_cpu_time(JNIEnv*, jlong id);
jlong get_thread_cpu_time_with_kind(JNIEnv*, jlong id, jboolean with_system);
void get_thread_cpu_times_with_kind(JNIEnv*, jlongArray ids, jlongArray times,
                                    jboolean with_system);
jlong get_one_thread_allocated_memory(JNIEnv*, jlong id);
void get_thread_allocated_memory(JNIEnv*, jlongArray ids, jlongArray sizes);
jlong get_total_thread_allocated_memory(JNIEnv*);
jint get_internal_thread_times(JNIEnv*, jobjectArray names, jlongArray times);
// Not in the table: the live thread with this Thread.getId, or null. REQUIRES: a
// sync::ThreadListLock, as long as the result is used.
const runtime::JavaThread* find_live_thread(jlong id);

// jmm_flags.cpp defines these.
jobjectArray get_vm_global_names(JNIEnv*);
jint get_vm_globals(JNIEnv*, jobjectArray names, VmGlobal* globals, jint count);
jint set_vm_global(JNIEnv*, jstring name, jvalue value);

// jmm_commands.cpp defines these.
jobjectArray get_diagnostic_commands(JNIEnv*);
void get_diagnostic_command_info(JNIEnv*, jobjectArray names, CommandInfo* infos);
void get_diagnostic_command_arguments(JNIEnv*, jstring name, CommandArgument* arguments);
jstring execute_diagnostic_command(JNIEnv*, jstring command_line);
void set_command_notification_enabled(JNIEnv*, jboolean enabled);

}  // namespace minijvm::vm::jmm
