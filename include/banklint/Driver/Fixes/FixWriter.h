//===- FixWriter.h - Fixes written to the files -----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_FIXES_FIXWRITER_H
#define BANKLINT_DRIVER_FIXES_FIXWRITER_H

#include "banklint/Driver/Fixes/FixPlan.h"

namespace banklint {

/// Applies the fixes of a plan to files, and reverts them.
///
/// A file is replaced in one step and keeps its mode, its owner where that is
/// permitted, and all bytes outside of the edits; the target of a symbolic link
/// is edited, not the link. A file is not changed if it differs from what was
/// analyzed, or last written here.
class FixWriter {
public:
  /// \p Plan must outlive the writer.
  explicit FixWriter(const FixPlan &Plan);

  /// Brings the fixes of which \p IsWanted is true into effect, and no others.
  /// New texts of all files are written before the first file is replaced. A
  /// fix that edits a file that cannot be written keeps its state, as a whole.
  void write(std::vector<bool> IsWanted);

  /// By the number of the fix in the plan.
  const std::vector<bool> &inEffect() const { return IsInEffect; }
  bool isAnyInEffect() const;
  /// Files that are not what was analyzed.
  unsigned changedFiles() const;
  /// True if the files still have the texts that were written.
  bool isUntouchedSince() const;
  /// Where byte \p Offset of what was analyzed is now.
  unsigned offsetNow(llvm::StringRef Path, unsigned Offset) const;
  /// True if some fix of the plan edits the file at \p Path.
  bool edits(llvm::StringRef Path) const { return Files.count(Path.str()); }
  /// The text of such a file.
  llvm::StringRef textNow(llvm::StringRef Path) const {
    return Files.at(Path.str()).Text;
  }
  /// Files that could not be written, each once, and why.
  llvm::ArrayRef<std::string> errors() const { return Errors; }

private:
  struct File {
    /// As reports call it.
    std::string Name;
    /// The text on the disk, as far as is known.
    std::string Text;
    bool IsRefused = false;
  };
  struct Staged;

  std::string textWith(llvm::StringRef Path,
                       const std::vector<bool> &IsWanted) const;
  void refuse(llvm::StringRef Path, llvm::StringRef Why,
              std::vector<bool> &IsWanted);
  bool stage(std::vector<bool> &IsWanted, std::vector<Staged> &Ready);
  bool replaceAll(std::vector<bool> &IsWanted, std::vector<Staged> &Ready);

  const FixPlan &Plan;
  std::map<std::string, File> Files;
  std::vector<bool> IsInEffect;
  std::vector<std::string> Errors;
};

} // namespace banklint

#endif // BANKLINT_DRIVER_FIXES_FIXWRITER_H
