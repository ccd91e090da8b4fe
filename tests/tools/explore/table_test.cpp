// Proves how steps become a table.
#include "tools/explore/search/table.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace minijvm::explore;

TEST_CASE("each thread has a column, and a place is said once") {
  CHECK(table_text({"main\tmain\tA.main(A.java:9)\tThread.start <Thread#1>",
                    "main/1\tone\t\tbegins", "main/1\tone\tA.add(A.java:3)\tgetstatic A.x -> 0",
                    "main/1\tone\t\t---- preempted here ----",
                    "main\tmain\tA.main(A.java:9)\tThread.join <Thread#1>"}) ==
        "  step  main                      one (main/1)\n"
        "        A.main(A.java:9)\n"
        "     1    Thread.start <Thread#1>\n"
        "     2                            begins\n"
        "                                  A.add(A.java:3)\n"
        "     3                              getstatic A.x -> 0\n"
        "                                  ---- preempted here ----\n"
        "     4    Thread.join <Thread#1>\n");
}

TEST_CASE("a long table shows what is around the first preemption") {
  std::vector<std::string> steps(500, "main\tmain\t\tturns");
  CHECK_THAT(table_text(steps), Catch::Contains("     1  turns") &&
                                    Catch::EndsWith("   120  turns\n        ... 380 rows ...\n"));
  steps[300] = "main\tmain\t\t---- preempted here ----";
  const std::string text = table_text(steps);
  CHECK_THAT(text, Catch::Contains("... 250 rows ...") && Catch::Contains("   251  turns") &&
                       Catch::Contains("... 130 rows ..."));
  CHECK(std::count(text.begin(), text.end(), '\n') == 123);
}

TEST_CASE("a step that lacks fields is shown as far as it goes") {
  CHECK_THAT(table_text({"main"}), Catch::Contains("main"));
}
