#pragma once
// Opcodes of pickles, and the natives that write them (pickle_write.cpp) beside those that read them (pickle.cpp).
#include <cstring>

#include "stdlib/native/library.h"

namespace adder::lib {

enum Code : char {
  kMark = '(',
  kEmptyTuple = ')',
  kFloat = 'G',
  kInt4 = 'J',
  kInt1 = 'K',
  kInt2 = 'M',
  kNone_ = 'N',
  kText4 = 'X',
  kAppend = 'a',
  kAppends = 'e',
  kEmptyList = ']',
  kEmptyDict = '}',
  kGet1 = 'h',
  kGet4 = 'j',
  kSetItem = 's',
  kSetItems = 'u',
  kTuple = 't',
  kPop = '0',
  kPopMark = '1',
  kStop_ = '.',
  kReduce = 'R',
  kBuild = 'b',
  kGlobal = 'c',
  kPut1 = 'q',
  kPut4 = 'r',
  kProtocol = char(0x80),
  kNewObject = char(0x81),
  kEmptySet = char(0x8f),
  kAddItems = char(0x90),
  kStackGlobal = char(0x93),
  kFrameHead = char(0x95),
  kBytes4 = 'B',
  kBytes1 = 'C',
  kTuple1 = char(0x85),
  kTrue_ = char(0x88),
  kFalse_ = char(0x89),
  kLong1 = char(0x8a),
  kText1 = char(0x8c),
  kMemoize = char(0x94)
};

Value pickle_save(Thread&, Value* a, int);
Value pickle_dumps(Thread&, Value* a, int);

}  // namespace adder::lib
