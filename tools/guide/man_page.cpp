// minijvm(1) in roff. All but the prose comes from the tables of words and flags.
#include <fmt/format.h>

#include "tools/guide/flags.h"
#include "tools/guide/words.h"
#include "vm/boot/version.h"

namespace minijvm::guide {
namespace {

// A dash that is typed must stay one; a line must not begin with a roff command.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '-') {
      out += "\\-";
    } else if (c == '\\') {
      out += "\\e";
    } else if (out.empty() && (c == '.' || c == '\'')) {
      out += "\\&";
      out += c;
    } else {
      out += c;
    }
  }
  return out;
}

std::string row(const std::string& form, std::string_view help) {
  return fmt::format(".TP\n.B {}\n{}\n", escaped(form), escaped(help));
}

std::string words_text() {
  std::string text = ".SH WORDS OF MINIJVM\nThey stand before the main class.\n";
  for (const vm::OwnWords& part : vm::own_words()) {
    text += fmt::format(".SS {}\n", part.heading);
    for (const vm::OwnWord& word : part.rows) {
      text += row(form_of(word), word.help);
    }
  }
  return text;
}

std::string flags_text(bool own) {
  std::string text;
  for (const vm::OptionRow& flag : vm::option_rows()) {
    if (is_own_flag(flag) == own) {
      const std::string value = default_of(flag);
      text += row(form_of(flag), value.empty()
                                     ? std::string(flag.help)
                                     : fmt::format("{} (if not given: {})", flag.help, value));
    }
  }
  return text;
}

constexpr const char* kBegin =
    R"(.SH NAME
minijvm \- a Java virtual machine to learn from
.SH SYNOPSIS
.B minijvm
.RI [ options ]
.I class
.RI [ arguments ]
.br
.B minijvm
.RI [ options ]
.B \-jar
.I file
.RI [ arguments ]
.SH DESCRIPTION
.B minijvm
runs Java programs by the class library of a JDK that is installed, and takes the words of
.BR java (1).
This page has the words that
.B java
has not: a debugger by bytecode, in the terminal, in a page or in an editor; a search for the
schedule that breaks a program with threads; runs compared side by side. It also lists the flags of
this VM.
.PP
The JDK is that of
.BR JAVA_HOME ,
else that of
.B java
on
.BR PATH ,
else the oldest one below /usr/lib/jvm that minijvm knows.
.B minijvm \-\-doctor
says which one this is.
)";

constexpr const char* kEnd =
    R"(.SH ENVIRONMENT
.TP
.B JAVA_HOME
The JDK whose class library is used.
.TP
.BR JDK_JAVA_OPTIONS ", " JAVA_TOOL_OPTIONS
More options, as for
.BR java (1).
.SH FILES
.TP
.I <prefix>/lib/minijvm/minijvm.jsa
The archive that makes programs start faster; minijvm\-25.jsa is that of a JDK 25.
.B minijvm \-Xshare:dump
makes it again, for instance when the JDK has changed.
.TP
.I <prefix>/share/minijvm/gdb/session.py
Commands for
.BR gdb (1).
.TP
.I <prefix>/share/minijvm/samples
Programs and labs.
.SH EXIT STATUS
That of
.BR java (1)
for a program that runs. A search that has found a failure ends with 80, and one that was cut off by
a limit with 84 to 88; runs that ought to be the same and are not end with 92.
.SH EXAMPLES
.TP
.B minijvm \-\-step \-cp classes Main
.TQ
.B minijvm \-\-explore \-cp classes Main
.TQ
.B minijvm \-\-compare=models \-cp classes Main
.SH SEE ALSO
.BR minijvm\-jdk (1),
.BR minijvm\-lab (1),
.BR java (1),
.BR gdb (1)
)";

}  // namespace

std::string man_page() {
  return fmt::format(
      ".\\\" Made by minijvm-guide from the tables of words and flags.\n"
      ".TH MINIJVM 1 \"\" \"minijvm {}\" \"User commands\"\n{}{}"
      ".SH FLAGS OF THIS VM\n{}.SH FLAGS THAT JAVA HAS AS WELL\n{}{}",
      kVersion, kBegin, words_text(), flags_text(/*own=*/true), flags_text(/*own=*/false), kEnd);
}

}  // namespace minijvm::guide
