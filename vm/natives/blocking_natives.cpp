// A table of classes of the JDK and their native methods. native_call.cpp asks when it links a
// method; the caller is in kInVm.
#include "vm/natives/blocking_natives.h"

#include <string>

#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"

namespace minijvm::vm {
namespace {

// The natives that read or change a file, a folder or a process. Natives that only ask the kernel
// for a number are left out, and so is FileDispatcherImpl.write0, through which sockets write as
// well: they do not block under these models (user_thread_io.cpp).
constexpr BlockingNatives kRows[] = {
    {"java/io/FileInputStream", " open0 read0 readBytes skip0 "},
    {"java/io/FileOutputStream", " open0 write writeBytes "},
    {"java/io/RandomAccessFile", " open0 read0 readBytes write0 writeBytes setLength "},
    {"java/io/FileDescriptor", " close0 sync "},
    {"java/io/FileCleanable", " cleanupClose0 "},
    {"java/io/UnixFileSystem", " createDirectory createFileExclusively delete0 list rename0 "},
    {"sun/nio/fs/UnixNativeDispatcher",
     " link0 mkdir0 open0 openat0 opendir0 read readdir rename0 renameat0 rmdir0 symlink0 unlink0 "
     "unlinkat0 write "},
    {"sun/nio/fs/LinuxWatchService", " poll "},
    {"sun/nio/ch/FileDispatcherImpl", " force0 lock0 pread0 pwrite0 read0 readv0 truncate0 "},
    {"sun/nio/ch/FileChannelImpl", " transferTo0 "},
    {"java/lang/ProcessImpl", " forkAndExec "},
    {"java/lang/ProcessHandleImpl", " waitForProcessExit0 "},
    {"java/net/Inet4AddressImpl", " getHostByAddr isReachable0 lookupAllHostAddr "},
    {"java/net/Inet6AddressImpl", " getHostByAddr isReachable0 lookupAllHostAddr "},
};

}  // namespace

std::span<const BlockingNatives> blocking_natives() { return kRows; }

bool blocks_in_kernel(const runtime::Method& method) {
  for (const BlockingNatives& row : kRows) {
    if (method.holder->name->text() == row.class_name) {
      const std::string word = ' ' + std::string(method.name->text()) + ' ';
      return row.methods.find(word) != std::string_view::npos;
    }
  }
  return false;
}

}  // namespace minijvm::vm
