// The objects of the archive: the module graph and the built-in class loaders, as the class library
// has made them when it has booted. They are the same in each run that says nothing about modules.
// Tested by tests/vm/archive.
//
//   words of four bytes
//     roots     number; of each text of the class, of the static field, of its descriptor, object
//     classes   number; of each the text of its name
//     named     number; of each class, text of the field, text of its descriptor, hash
//     mirrors   number; of each class, hash
//     objects   number; of each class, length, hash, and its body
//     modules   number; of each the object, is it open, text of the version, text of the location,
//                 packages   number; of each the text, is it exported to all, to all unnamed,
//                              number of modules that it is exported to besides; their numbers
//                 reads      does it read all unnamed, number of others; their numbers
//
// A class or a module is its number in the list here, a text its offset in the archive; 0 is no
// text. An object is an ObjectWord: one of the objects here; a constant, which is the value of a
// static final field, since the library may compare by identity (enums do); or a class's mirror.
// The hash is the identity hash, 0 if the object has none: sets of objects are ordered by it.
// The body of an array of references is a word for each, of another array its elements, and of an
// instance all bytes behind the header, with a word and a zero for each reference.
#pragma once

#include <cstdint>

namespace minijvm::classfile {

enum class ObjectKind : std::uint32_t { kObject, kNamed, kMirror };

// A reference to an object: its kind, and its number in that list. 0 is null.
class ObjectWord {
 public:
  constexpr explicit ObjectWord(std::uint32_t word) : word_(word) {}
  constexpr ObjectWord(ObjectKind kind, std::uint32_t number)
      : word_(static_cast<std::uint32_t>(kind) << kKindShift | (number + 1)) {}

  constexpr std::uint32_t word() const { return word_; }
  constexpr bool is_null() const { return word_ == 0; }
  constexpr ObjectKind kind() const { return static_cast<ObjectKind>(word_ >> kKindShift); }
  constexpr std::uint32_t number() const { return (word_ & ((1U << kKindShift) - 1)) - 1; }

 private:
  static constexpr int kKindShift = 30;
  std::uint32_t word_;
};

}  // namespace minijvm::classfile
