// Decodes the frames of a StackMapTable (JVMS 4.7.4) into verification types.
// Tested by tests/classfile/flow/flow_stack_map_verifier_test.cpp and flow_corpus_test.cpp.
//
//   frame at  form            locals
//       0     (entry)         int, String
//      12     append_frame    int, String, long        int <- String <- long <- long_2nd
//      30     chop_frame      int, String                     ^
//      41     append_frame    int, String, float              '---- float
//
// Frames differ little from one to the next, and there may be 65535 of them with 65535 locals each.
// So the locals are chains that share their front part: append adds nodes, chop goes back to a
// parent, and a full frame starts a chain of its own. Memory is bounded by the attribute's size.
// Rejected: a vector of locals for each frame, which is quadratic for a hostile file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/byte_reader.h"
#include "classfile/flow/abstract_frame.h"
#include "classfile/flow/verification_type.h"
#include "classfile/fwd.h"

namespace minijvm::classfile {

// The type state of JVMS 4.10.1.4: locals, stack, and the flag flagThisUninit.
class VerifierFrame : public AbstractFrame<VerificationType> {
 public:
  using AbstractFrame::AbstractFrame;
  // The flag is set inside <init>, until it has called another <init> on `this`.
  bool this_uninit = false;
  // HOTSPOT: locals from this index on were never set. A message shows only the locals below it,
  // and a load of two slots may not reach beyond it.
  unsigned set_locals = 0;

  // Returns the frame as a VerifyError prints it, with `indent` before each line.
  std::string to_string(std::uint32_t bci, std::string_view indent) const;
  // Returns "locals { integer } stack { }", with the flag if it is set.
  std::string to_line() const;
};

// One decoded frame, as indices into the table that decoded it.
struct StackMapFrame {
  std::uint32_t bci = 0;
  // The node of the last local in the chain; -1 if there are no locals.
  std::int32_t last_local = -1;
  // The index of the lowest stack slot among all frames' stack slots.
  std::size_t first_stack = 0;
  unsigned stack_slots = 0;
  bool this_uninit = false;
};

// The method that frames are checked against while they are decoded.
struct StackMapContext {
  const ConstantPool& pool;
  Bytes code;
  // True for each bci at which an instruction starts.
  const std::vector<bool>& is_instruction;
  unsigned max_locals;
  unsigned max_stack;
};

// All frames of one method, in ascending order of bci.
class StackMapTable {
 public:
  explicit StackMapTable(const StackMapContext& context) : context_(context) {}

  // Decodes the attribute. `table` starts at number_of_entries; it is empty if the method has no
  // attribute. `initial` is the frame at method entry, which the first entry is relative to. If the
  // result is false, error() says what is wrong, and error_is_format() whether that is a
  // ClassFormatError instead of a VerifyError.
  bool decode(Bytes table, const VerifierFrame& initial);
  const char* error() const { return error_; }
  bool error_is_format() const { return error_is_format_; }
  bool error_names_method() const { return error_names_method_; }
  // Returns the frame whose bci is not the start of an instruction. REQUIRES: the error is not a
  // format error.
  const StackMapFrame& failed_frame() const { return current_; }

  std::size_t size() const { return frames_.size(); }
  const StackMapFrame& operator[](std::size_t at) const { return frames_[at]; }
  // Finds the frame at bci by binary search. Returns null if there is none.
  const StackMapFrame* find(std::uint32_t bci) const;

  // Writes the frame's locals, stack and flag to *to.
  void load(const StackMapFrame& from, VerifierFrame* to) const;
  const VerificationType& stack(const StackMapFrame& frame, unsigned at) const {
    return stacks_[frame.first_stack + at];
  }
  // Calls visit(index, type) for each local, the last one first, as long as visit returns true. The
  // locals after the last one are top and are not visited.
  template <class Visitor>
  bool each_local(const StackMapFrame& frame, Visitor&& visit) const {
    for (std::int32_t at = frame.last_local; at >= 0;
         at = locals_[static_cast<std::size_t>(at)].parent) {
      const Local& local = locals_[static_cast<std::size_t>(at)];
      if (!visit(unsigned{local.index}, local.type))
        return false;
    }
    return true;
  }

 private:
  // A node of a chain.
  struct Local {
    VerificationType type;
    // The node of the local before it; -1 if this is local 0.
    std::int32_t parent;
    std::uint16_t index;
    // True if this local, or one before it, is uninitializedThis.
    bool this_uninit;
  };

  bool format_error(const char* what);
  bool format_error_in_method(const char* what);
  // Each of these returns false after it has set error_.
  bool decode_frame(ByteReader& in, std::int64_t* bci);
  bool decode_full(ByteReader& in);
  bool decode_type(ByteReader& in, VerificationType* out);
  bool decode_uninitialized(ByteReader& in, VerificationType* out);
  bool append_locals(ByteReader& in, unsigned count);
  bool append_local(const VerificationType& type);
  bool append_stack(ByteReader& in, unsigned count);
  bool chop(unsigned count);

  StackMapContext context_;
  std::vector<StackMapFrame> frames_;
  std::vector<Local> locals_;
  std::vector<VerificationType> stacks_;
  // The frame that is being decoded. Decoding starts with the chain of the frame before it.
  StackMapFrame current_;
  const char* error_ = nullptr;
  bool error_is_format_ = true;
  bool error_names_method_ = false;
  // Set if the frame has more locals or stack slots than the method.
  bool too_many_ = false;
};

}  // namespace minijvm::classfile
