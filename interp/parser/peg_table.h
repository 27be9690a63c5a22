// The grammar text of diagnose_rules.cpp as a table that the PEG interpreter can run.
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "interp/parser/ast.h"
#include "interp/parser/token.h"

namespace adder::peg {

struct Element;

struct Alternative {
  std::vector<Element> elements;
  ast::Kind kind = ast::Kind::Count;  // #Kind; Count: none
  char result = 0;                    // =a
  std::string action;                 // @name
  std::string target;                 // star, del, for
  char first = 0;                     // the bindings that the action names
  char second = 0;
  std::string message;
};

struct Element {
  enum Op : uint8_t {
    Token,
    SoftWord,
    SoftKeyword,
    Rule,
    Group,
    Optional,
    Star,
    Plus,
    Separated,
    And,
    Not,
    Cut,
    Forced
  };
  Op op = Token;
  char binding = 0;
  Tok token = Tok::End;            // Token, Forced
  std::string word;                // SoftWord, or a rule's name while the table is built
  int rule = -1;                   // Rule
  std::vector<Alternative> group;  // Group; one element for the repeated forms
  std::vector<Element> inner;      // what is repeated, optional or looked at; Separated: item, separator
};

struct Rule {
  std::string name;
  bool left = false;
  bool memo = false;
  bool fresh = false;  // never memoized: it stands inside another rule's left recursion
  bool quiet = false;
  bool invalid = false;  // an alternative that is only this rule runs in the second pass alone
  std::vector<Alternative> alternatives;
};

struct Table {
  std::vector<Rule> rules;
  std::unordered_map<std::string, int> index;
};

// Parses the grammar text; an error in it is a bug and ends the process.
Table build_table();

}  // namespace adder::peg
