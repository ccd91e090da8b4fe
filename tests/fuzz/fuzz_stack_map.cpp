// The reader of StackMapTables alone: any bytes are frames or an error, and each frame can be loaded and printed.
// Input: max_locals, max_stack, then the attribute from number_of_entries on.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "classfile/class_file_parser.h"
#include "classfile/flow/stack_map_table.h"
#include "tests/fuzz/fuzz_support.h"

using namespace minijvm::classfile;

namespace {

const ClassFile& surroundings() {
  static const std::uint8_t body[] = {4, 4, 0, 4, 0xbb, 0, 2, 0xb1};  // new C; return
  static const ClassFile file = [] {
    const std::vector<std::uint8_t> bytes = minijvm::fuzz::class_around(body);
    ParseOptions trusting;
    trusting.check_format = false;
    auto parsed = parse_class_file({bytes.data(), bytes.size()}, trusting);
    if (!parsed.ok())
      std::abort();
    return parsed.take();
  }();
  return file;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2)
    return 0;
  static const std::vector<std::uint8_t> code = [] {
    std::vector<std::uint8_t> bytes(4096, 0);
    for (std::size_t at = 0; at < bytes.size(); at += 16) bytes[at] = 0xbb;
    return bytes;
  }();
  const std::vector<bool> starts(code.size(), true);
  const unsigned locals = data[0];
  const unsigned stack = data[1];
  VerifierFrame initial(locals, stack);
  initial.this_uninit = locals != 0;
  if (locals != 0)
    initial.local(0) = VerificationType::of(TypeKind::kUninitializedThis);
  StackMapTable table({surroundings().constant_pool(), code, starts, locals, stack});
  const Bytes attribute(data + 2, size - 2);
  VerifierFrame loaded(locals, stack);
  if (!table.decode(attribute, initial)) {
    if (table.error() == nullptr)
      std::abort();
    if (!table.error_is_format()) {
      table.load(table.failed_frame(), &loaded);
      (void)loaded.to_string(0, "");
    }
    return 0;
  }
  for (std::size_t at = 0; at != table.size(); ++at) {
    table.load(table[at], &loaded);
    (void)loaded.to_string(table[at].bci, "");
    (void)table.find(table[at].bci);
  }
  return 0;
}
