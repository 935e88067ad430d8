//===- SpelledIncludes.cpp - The headers that a text names ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Commands/SpelledIncludes.h"
#include "clang/Basic/TokenKinds.h"
#include "clang/Lex/DependencyDirectivesScanner.h"

using namespace banklint;
namespace scan = clang::dependency_directives_scan;

/// What \p Directive of \p Text spells.
static std::optional<SpelledInclude> includeIn(const scan::Directive &Directive,
                                               llvm::StringRef Text) {
  for (const scan::Token &T : Directive.Tokens) {
    if (!T.is(clang::tok::header_name) && !T.is(clang::tok::string_literal))
      continue;
    const llvm::StringRef Spelled = Text.substr(T.Offset, T.Length);
    if (Spelled.size() > 2 && !Spelled.contains('\n'))
      return SpelledInclude{Spelled.drop_front().drop_back().str(),
                            Spelled.front() == '<'};
  }
  return std::nullopt;
}

std::optional<std::vector<SpelledInclude>>
banklint::spelledIncludes(llvm::StringRef Text) {
  // The scanner reads the byte behind the text.
  const std::string Copy = Text.str();
  llvm::SmallVector<scan::Token, 64> Tokens;
  llvm::SmallVector<scan::Directive, 64> Directives;
  if (clang::scanSourceForDependencyDirectives(Copy, Tokens, Directives))
    return std::nullopt;
  std::vector<SpelledInclude> Includes;
  for (const scan::Directive &Directive : Directives)
    switch (Directive.Kind) {
    case scan::pp_include:
    case scan::pp___include_macros:
    case scan::pp_import:
    case scan::pp_include_next: {
      std::optional<SpelledInclude> Include = includeIn(Directive, Copy);
      if (!Include)
        return std::nullopt;
      Includes.push_back(std::move(*Include));
      break;
    }
    case scan::pp_pragma_import:
    case scan::pp_pragma_include_alias:
    case scan::decl_at_import:
    case scan::cxx_module_decl:
    case scan::cxx_import_decl:
    case scan::cxx_export_module_decl:
    case scan::cxx_export_import_decl:
      return std::nullopt;
    default:
      break;
    }
  return Includes;
}
