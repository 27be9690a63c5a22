// Hand-written lexer: characters -> token vector with NEWLINE / INDENT / DEDENT. Brackets are matched here; `not in`
// and `is not` become one token.
#pragma once
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>
enum Kind : uint8_t {
  T_EOF,
  T_NEWLINE,
  T_INDENT,
  T_DEDENT,
  T_NAME,
  T_INT,
  T_FLOAT,
  T_STR,
  T_FSTR,
  LP,
  RP,
  LB,
  RB,
  LC,
  RC,
  COMMA,
  COLON,
  DOT,
  SEMI,
  EQ,
  ARROW,
  WALRUS,
  AT,
  ELLIPSIS,
  PLUS,
  MINUS,
  STAR,
  SLASH,
  DSLASH,
  PERCENT,
  DSTAR,
  LSH,
  RSH,
  AMP,
  PIPE,
  CARET,
  TILDE,
  LT,
  GT,
  LE,
  GE,
  EQEQ,
  NE,
  AUG,  // AUG: any augmented assignment
  KW_FIRST,
  IF,
  ELIF,
  ELSE,
  WHILE,
  FOR,
  IN,
  DEF,
  CLASS,
  RETURN,
  PASS,
  BREAK,
  CONTINUE,
  LAMBDA,
  NOT,
  AND,
  OR,
  IS,
  NONE,
  TRUE_,
  FALSE_,
  IMPORT,
  FROM,
  AS,
  GLOBAL,
  NONLOCAL,
  TRY,
  EXCEPT,
  FINALLY,
  RAISE,
  WITH,
  YIELD,
  ASSERT,
  DEL,
  NOT_IN,
  IS_NOT,
  N_KINDS
};
struct Token {
  Kind kind;
  uint16_t len_;
  uint32_t pos;
  uint32_t line;
  uint32_t len;
};
struct SyntaxErr {
  std::string msg;
  uint32_t pos;
};
struct Lexer {
  std::string_view s;
  std::vector<Token> out;
  std::vector<int> ind{0};
  std::vector<std::pair<char, uint32_t>> par;
  explicit Lexer(std::string_view src) : s(src) { out.reserve(src.size() / 3 + 16); }
  static bool idstart(unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 128;
  }
  static bool idc(unsigned char c) { return idstart(c) || (c >= '0' && c <= '9'); }
  static Kind kw(std::string_view w) {
    switch (w.size()) {
      case 2:
        if (w == "if") return IF;
        if (w == "in") return IN;
        if (w == "or") return OR;
        if (w == "is") return IS;
        if (w == "as") return AS;
        break;
      case 3:
        if (w == "def") return DEF;
        if (w == "for") return FOR;
        if (w == "not") return NOT;
        if (w == "and") return AND;
        if (w == "try") return TRY;
        if (w == "del") return DEL;
        break;
      case 4:
        if (w == "elif") return ELIF;
        if (w == "else") return ELSE;
        if (w == "pass") return PASS;
        if (w == "None") return NONE;
        if (w == "True") return TRUE_;
        if (w == "from") return FROM;
        if (w == "with") return WITH;
        break;
      case 5:
        if (w == "while") return WHILE;
        if (w == "class") return CLASS;
        if (w == "break") return BREAK;
        if (w == "False") return FALSE_;
        if (w == "raise") return RAISE;
        if (w == "yield") return YIELD;
        break;
      case 6:
        if (w == "return") return RETURN;
        if (w == "lambda") return LAMBDA;
        if (w == "import") return IMPORT;
        if (w == "global") return GLOBAL;
        if (w == "except") return EXCEPT;
        if (w == "assert") return ASSERT;
        break;
      case 7:
        if (w == "finally") return FINALLY;
        break;
      case 8:
        if (w == "continue") return CONTINUE;
        if (w == "nonlocal") return NONLOCAL;
        break;
    }
    return T_NAME;
  }
  void run() {
    size_t i = 0, n = s.size();
    uint32_t line = 1;
    bool bol = true;
    auto push = [&](Kind k, size_t b, size_t e) { out.push_back({k, 0, uint32_t(b), line, uint32_t(e - b)}); };
    while (i <= n) {
      if (bol && par.empty()) {
        int col = 0;
        size_t b = i;
        while (i < n && (s[i] == ' ' || s[i] == '\t')) {
          col = s[i] == '\t' ? (col / 8 + 1) * 8 : col + 1;
          i++;
        }
        if (i < n && (s[i] == '\n' || s[i] == '#' || s[i] == '\r')) {
          while (i < n && s[i] != '\n') i++;
          i++;
          line++;
          continue;
        }
        if (i >= n) break;
        if (col > ind.back()) {
          ind.push_back(col);
          push(T_INDENT, b, i);
        } else {
          while (col < ind.back()) {
            ind.pop_back();
            push(T_DEDENT, i, i);
          }
          if (col != ind.back()) throw SyntaxErr{"unindent does not match any outer indentation level", uint32_t(i)};
        }
        bol = false;
      }
      while (i < n && (s[i] == ' ' || s[i] == '\t' || s[i] == '\r' || s[i] == '\f')) i++;
      if (i >= n) break;
      unsigned char c = s[i];
      size_t b = i;
      if (c == '\n') {
        if (par.empty()) {
          push(T_NEWLINE, i, i + 1);
          bol = true;
        }
        i++;
        line++;
        continue;
      }
      if (c == '#') {
        while (i < n && s[i] != '\n') i++;
        continue;
      }
      if (c == '\\' && i + 1 < n && s[i + 1] == '\n') {
        i += 2;
        line++;
        continue;
      }
      if (idstart(c)) {
        while (i < n && idc(s[i])) i++;
        if (i < n && (s[i] == '"' || s[i] == '\'') && i - b <= 2) {  // string prefix
          bool f = false, raw = false, ok = true;
          for (size_t k = b; k < i; k++) switch (s[k] | 32) {
              case 'f': f = true; break;
              case 'r': raw = true; break;
              case 'b':
              case 'u': break;
              default: ok = false;
            }
          if (ok) {
            lex_str(i, line, b, f);
            (void)raw;
            continue;
          }
        }
        Kind k = kw(s.substr(b, i - b));
        if (k == IN && !out.empty() && out.back().kind == NOT) {
          out.back().kind = NOT_IN;
          out.back().len = uint32_t(i - out.back().pos);
          continue;
        }
        if (k == NOT && !out.empty() && out.back().kind == IS) {
          out.back().kind = IS_NOT;
          out.back().len = uint32_t(i - out.back().pos);
          continue;
        }
        push(k, b, i);
        continue;
      }
      if ((c >= '0' && c <= '9') || (c == '.' && i + 1 < n && s[i + 1] >= '0' && s[i + 1] <= '9')) {
        bool fl = false;
        if (c == '0' && i + 1 < n && (s[i + 1] | 32) >= 'b' && strchr("xob", s[i + 1] | 32)) {
          i += 2;
          while (i < n && (idc(s[i]))) i++;
        } else {
          while (i < n && ((s[i] >= '0' && s[i] <= '9') || s[i] == '_')) i++;
          if (i < n && s[i] == '.') {
            fl = true;
            i++;
            while (i < n && ((s[i] >= '0' && s[i] <= '9') || s[i] == '_')) i++;
          }
          if (i < n && (s[i] | 32) == 'e') {
            size_t j = i + 1;
            if (j < n && (s[j] == '+' || s[j] == '-')) j++;
            if (j < n && s[j] >= '0' && s[j] <= '9') {
              fl = true;
              i = j;
              while (i < n && s[i] >= '0' && s[i] <= '9') i++;
            }
          }
          if (i < n && (s[i] | 32) == 'j') {
            fl = true;
            i++;
          }
        }
        if (i < n && idstart(s[i])) throw SyntaxErr{"invalid decimal literal", uint32_t(i)};
        push(fl ? T_FLOAT : T_INT, b, i);
        continue;
      }
      if (c == '"' || c == '\'') {
        lex_str(i, line, b, false);
        continue;
      }
      auto nx = [&](size_t k) -> char { return i + k < n ? s[i + k] : 0; };
      Kind k;
      size_t l = 1;
      switch (c) {
        case '(':
        case '[':
        case '{':
          par.push_back({char(c), uint32_t(i)});
          k = c == '(' ? LP : c == '[' ? LB : LC;
          break;
        case ')':
        case ']':
        case '}': {
          if (par.empty()) throw SyntaxErr{std::string("unmatched '") + char(c) + "'", uint32_t(i)};
          char o = par.back().first;
          if ((o == '(') != (c == ')') || (o == '[') != (c == ']'))
            throw SyntaxErr{
                std::string("closing parenthesis '") + char(c) + "' does not match opening parenthesis '" + o + "'",
                uint32_t(i)};
          par.pop_back();
          k = c == ')' ? RP : c == ']' ? RB : RC;
          break;
        }
        case ',': k = COMMA; break;
        case ';': k = SEMI; break;
        case '~': k = TILDE; break;
        case ':':
          if (nx(1) == '=') {
            k = WALRUS;
            l = 2;
          } else
            k = COLON;
          break;
        case '.':
          if (nx(1) == '.' && nx(2) == '.') {
            k = ELLIPSIS;
            l = 3;
          } else
            k = DOT;
          break;
        case '=':
          if (nx(1) == '=') {
            k = EQEQ;
            l = 2;
          } else
            k = EQ;
          break;
        case '!':
          if (nx(1) == '=') {
            k = NE;
            l = 2;
          } else
            throw SyntaxErr{"invalid syntax", uint32_t(i)};
          break;
        case '<':
          if (nx(1) == '<') {
            if (nx(2) == '=') {
              k = AUG;
              l = 3;
            } else {
              k = LSH;
              l = 2;
            }
          } else if (nx(1) == '=') {
            k = LE;
            l = 2;
          } else
            k = LT;
          break;
        case '>':
          if (nx(1) == '>') {
            if (nx(2) == '=') {
              k = AUG;
              l = 3;
            } else {
              k = RSH;
              l = 2;
            }
          } else if (nx(1) == '=') {
            k = GE;
            l = 2;
          } else
            k = GT;
          break;
        case '-':
          if (nx(1) == '>') {
            k = ARROW;
            l = 2;
          } else if (nx(1) == '=') {
            k = AUG;
            l = 2;
          } else
            k = MINUS;
          break;
        case '+':
          if (nx(1) == '=') {
            k = AUG;
            l = 2;
          } else
            k = PLUS;
          break;
        case '*':
          if (nx(1) == '*') {
            if (nx(2) == '=') {
              k = AUG;
              l = 3;
            } else {
              k = DSTAR;
              l = 2;
            }
          } else if (nx(1) == '=') {
            k = AUG;
            l = 2;
          } else
            k = STAR;
          break;
        case '/':
          if (nx(1) == '/') {
            if (nx(2) == '=') {
              k = AUG;
              l = 3;
            } else {
              k = DSLASH;
              l = 2;
            }
          } else if (nx(1) == '=') {
            k = AUG;
            l = 2;
          } else
            k = SLASH;
          break;
        case '%':
          if (nx(1) == '=') {
            k = AUG;
            l = 2;
          } else
            k = PERCENT;
          break;
        case '&':
          if (nx(1) == '=') {
            k = AUG;
            l = 2;
          } else
            k = AMP;
          break;
        case '|':
          if (nx(1) == '=') {
            k = AUG;
            l = 2;
          } else
            k = PIPE;
          break;
        case '^':
          if (nx(1) == '=') {
            k = AUG;
            l = 2;
          } else
            k = CARET;
          break;
        case '@':
          if (nx(1) == '=') {
            k = AUG;
            l = 2;
          } else
            k = AT;
          break;
        default: throw SyntaxErr{"invalid non-printable character or symbol", uint32_t(i)};
      }
      i += l;
      push(k, b, i);
    }
    if (!par.empty()) throw SyntaxErr{std::string("'") + par.back().first + "' was never closed", par.back().second};
    if (!out.empty() && out.back().kind != T_NEWLINE) push(T_NEWLINE, n, n);
    while (ind.size() > 1) {
      ind.pop_back();
      push(T_DEDENT, n, n);
    }
    push(T_EOF, n, n);
  }
  void lex_str(size_t& i, uint32_t& line, size_t b, bool f) {
    char q = s[i];
    size_t n = s.size();
    uint32_t l0 = line;
    if (i + 2 < n && s[i + 1] == q && s[i + 2] == q) {
      i += 3;
      while (true) {
        if (i + 2 >= n) throw SyntaxErr{"unterminated triple-quoted string literal", uint32_t(b)};
        if (s[i] == '\\') {
          i += 2;
          continue;
        }
        if (s[i] == '\n') line++;
        if (s[i] == q && s[i + 1] == q && s[i + 2] == q) {
          i += 3;
          break;
        }
        i++;
      }
    } else {
      i++;
      while (true) {
        if (i >= n || s[i] == '\n')
          throw SyntaxErr{"unterminated string literal (detected at line " + std::to_string(line) + ")", uint32_t(b)};
        if (s[i] == '\\') {
          i += 2;
          continue;
        }
        if (s[i] == q) {
          i++;
          break;
        }
        i++;
      }
    }
    out.push_back({f ? T_FSTR : T_STR, 0, uint32_t(b), l0, uint32_t(i - b)});
  }
};
