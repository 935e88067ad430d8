//===- oracle_atomics.h - Atomics ----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ORACLE_ATOMICS_H
#define ORACLE_ATOMICS_H

namespace oracle {

// As the runtime numbers them.
enum AtomicKind { IntAdd, Inc, Other, Cas, FloatAdd, WideAdd };

template <class T> constexpr int addKind() {
  if (std::is_floating_point<T>::value)
    return sizeof(T) == 4 ? FloatAdd : WideAdd;
  return sizeof(T) == 4 ? IntAdd : WideAdd;
}

/// Threads run one after another, so that plain code is atomic.
template <class T, class F>
__oracle_silent T atomically(T *Place, int Kind, F Change) {
  oracle_atomic(Place, sizeof(T), Kind);
  T Old = *Place;
  *Place = Change(Old);
  return Old;
}

} // namespace oracle

#define ORACLE_ATOMIC(NAME, KIND, RESULT)                                      \
  template <class T, class U> __oracle_silent T NAME(T *Place, U Value) {      \
    return oracle::atomically(Place, KIND, [=](T Old) -> T {                   \
      T New = static_cast<T>(Value);                                           \
      (void)New;                                                               \
      return RESULT;                                                           \
    });                                                                        \
  }                                                                            \
  template <class T, class U>                                                  \
  __oracle_silent T NAME##_block(T *Place, U Value) {                          \
    return NAME(Place, Value);                                                 \
  }

ORACLE_ATOMIC(atomicAdd, oracle::addKind<T>(), Old + New)
ORACLE_ATOMIC(atomicSub, oracle::Other, Old - New)
ORACLE_ATOMIC(atomicExch, oracle::Other, New)
ORACLE_ATOMIC(atomicMin, oracle::Other, New < Old ? New : Old)
ORACLE_ATOMIC(atomicMax, oracle::Other, New > Old ? New : Old)
ORACLE_ATOMIC(atomicAnd, oracle::Other, Old &New)
ORACLE_ATOMIC(atomicOr, oracle::Other, Old | New)
ORACLE_ATOMIC(atomicXor, oracle::Other, Old ^ New)
ORACLE_ATOMIC(atomicInc, oracle::Inc, Old >= New ? 0 : Old + 1)
ORACLE_ATOMIC(atomicDec, oracle::Other, Old == 0 || Old > New ? New : Old - 1)
#undef ORACLE_ATOMIC

template <class T, class U, class V>
__oracle_silent T atomicCAS(T *Place, U Compare, V Value) {
  return oracle::atomically(Place, oracle::Cas, [=](T Old) -> T {
    return Old == static_cast<T>(Compare) ? static_cast<T>(Value) : Old;
  });
}

#endif // ORACLE_ATOMICS_H
