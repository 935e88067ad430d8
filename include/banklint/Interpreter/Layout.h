//===- Layout.h - Hypotheses about the layout of an array -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array's elements lie in the order of their subscripts, the last one
// fastest. A LayoutChange is the hypothesis of a fix: the same subscripts name
// elements that lie elsewhere. It is kept apart from the array's extents, so
// that one change applies to every instantiation of a declaration.
//
// Padding adds unused elements behind those of an extent. A swizzle keeps the
// array's size and permutes the elements of each row: element c of row r moves
// to
//   c ^ (((r >> RowShift) & Mask) << ColumnShift)
// where r is the subscript of extent RowExtent. Groups of 1 << ColumnShift
// elements stay together. The low 1 << RowShift rows share a permutation. With
// Mask 31 and no shifts, column x of a tile of 32x32 floats is found at
// tile[y][x ^ y]: rows stay rows, and a column touches each bank once.
//
// Gaps are padding inside of the last extent, whose rows only the subscripts
// know: behind each Every elements, Extra are not used. Element i moves to
//   i + i / Every * Extra
// and the extent ends behind its last element or has Size elements. Gaps that
// the subscripts have already may be taken away before: element i, of a row of
// OldEvery elements with OldExtra behind them, is the one at
//   i - i / (OldEvery + OldExtra) * OldExtra
// of an array without these.
// Pieces turn an array of structures into one array for each PieceBytes of the
// structure: byte b of element i of n moves to byte
//   (b / PieceBytes * n + i) * PieceBytes + b % PieceBytes
//
// Rows inside of the elements, which are structures, may be padded as well: of
// Count rows of RowBytes from byte Begin on, each gets Bytes behind it, what
// follows them moves, and the elements become longer. One row that is the whole
// structure is one more member.
//
// A tensor whose layout the source states in types may have another swizzle,
// which all of its accesses have then, by subscript or by pointer. Executions
// do not show it.
//
// A pointer into the array is moved by its first element and not beyond: only
// subscripts see the other changes.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_INTERPRETER_LAYOUT_H
#define BANKLINT_INTERPRETER_LAYOUT_H

#include "banklint/Program/KernelProgram.h"
#include "llvm/ADT/ArrayRef.h"
#include <algorithm>

namespace banklint {

/// See above. The array has at least two extents, and RowExtent is not the
/// last one.
struct Swizzle {
  unsigned RowExtent = 0;
  unsigned RowShift = 0;
  /// One less than a power of two.
  unsigned Mask = 0;
  unsigned ColumnShift = 0;

  /// Where the element \p Column of row \p Row lies in its row.
  int64_t column(int64_t Row, int64_t Column) const {
    return Column ^ (((Row >> RowShift) & int64_t(Mask)) << ColumnShift);
  }
  /// Elements in the groups that are permuted: the last extent must be a
  /// multiple, so that no element leaves its row.
  uint64_t span() const { return (uint64_t(Mask) + 1) << ColumnShift; }
};

/// See above. A dynamic array has one extent.
struct Gaps {
  uint64_t Every = 1;
  uint64_t Extra = 0;
  /// 0 if there is a gap behind the last row as well, complete or not.
  uint64_t Size = 0;
  /// OldExtra is 0 if the subscripts have no gaps, or keep them.
  uint64_t OldEvery = 1;
  uint64_t OldExtra = 0;

  int64_t moved(int64_t Element) const {
    const int64_t Packed =
        Element - rowOf(Element, OldEvery + OldExtra) * int64_t(OldExtra);
    return Packed + rowOf(Packed, Every) * int64_t(Extra);
  }
  /// The elements of an extent that has \p Elements.
  uint64_t changed(uint64_t Elements) const;

private:
  /// Rounds down for what lies before the array.
  static int64_t rowOf(int64_t Element, uint64_t Pitch) {
    return Element / int64_t(Pitch) - (Element % int64_t(Pitch) < 0);
  }
};

/// See above.
struct InnerRows {
  uint64_t Begin = 0;
  uint64_t RowBytes = 1;
  uint64_t Count = 1;
  uint64_t Bytes = 0;

  uint64_t end() const { return Begin + Count * RowBytes; }
  uint64_t total() const { return Count * Bytes; }
  /// What byte \p Offset of an element moves by.
  int64_t shift(int64_t Offset) const {
    const int64_t Row = (Offset - int64_t(Begin)) / int64_t(RowBytes);
    return std::clamp<int64_t>(Row, 0, Count) * int64_t(Bytes);
  }
};

/// See above. Both of byte offsets.
struct TensorChange {
  /// The tensor with the old swizzle.
  TensorLayout Old;
  BitSwizzle New;

  int64_t moved(int64_t Offset) const {
    return New.moved(Old.Swizzle.moved(Offset));
  }
};

struct LayoutChange {
  /// Elements added to each extent, slowest first; a negative number takes
  /// some away. Extents without an entry keep theirs.
  llvm::SmallVector<int64_t, 4> Padding;
  std::optional<Swizzle> Permutation;
  std::optional<Gaps> Spread;
  /// 0: elements stay in one piece. Else it divides their size; the array is
  /// not dynamic.
  unsigned PieceBytes = 0;
  /// Rows inside of elements, which do not overlap.
  llvm::SmallVector<InnerRows, 1> Inner;
  /// Alone.
  std::optional<TensorChange> Tensor;

  /// What the elements become longer by.
  uint64_t innerBytes() const;

  /// \p Elements more in extent number \p Extent.
  static LayoutChange padding(unsigned Extent, int64_t Elements);
};

/// A change of array number Array of a program.
struct LayoutOverride {
  unsigned Array;
  LayoutChange Change;
};

/// The change of array number \p Array in \p Layout, or one of nothing.
LayoutChange changeOf(llvm::ArrayRef<LayoutOverride> Layout, unsigned Array);

/// How the elements of an array lie.
struct ArrayLayout {
  /// Slowest first. A dynamic array's first one is 0.
  llvm::SmallVector<uint64_t, 4> Extents;
  /// Bytes from one element of each extent to the next.
  llvm::SmallVector<int64_t, 4> Strides;
  std::optional<Swizzle> Permutation;
  std::optional<Gaps> Spread;
  unsigned PieceBytes = 0;
  llvm::SmallVector<InnerRows, 1> Inner;
  std::optional<TensorChange> Tensor;
  unsigned ElementBytes = 1;
  /// Bytes of the whole; 0 if dynamic.
  uint64_t Bytes = 0;

  /// Bytes from one piece of an element to its next.
  int64_t pieceStride() const { return Bytes / ElementBytes * PieceBytes; }
};

ArrayLayout layoutOf(const SharedArray &Array, const LayoutChange &Change = {});

/// The bytes that a launch has to request if it requested \p Bytes for \p
/// Array, a dynamic one, before \p Change; nothing if they do not follow.
std::optional<uint64_t> dynamicBytesOf(const SharedArray &Array,
                                       const LayoutChange &Change,
                                       uint64_t Bytes);

/// A power of two that \p Change moves all rows of \p Array by multiples of, in
/// bytes: code that does not say which row it accesses is not known to be
/// aligned to more than before and this. 0 if they stay.
uint64_t alignmentKept(const SharedArray &Array, const LayoutChange &Change);

} // namespace banklint

#endif // BANKLINT_INTERPRETER_LAYOUT_H
