//===- keys.ts - Shortcuts ------------------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { useLayoutEffect, useRef } from "preact/hooks";
import { useShown } from "./context";

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(input|select|textarea)$/i.test(target.tagName);
}

/**
 * Calls the function for each key outside of a field; it returns whether it
 * used it. Letters can be turned off, since speech input may type them.
 */
export function useKeys(use: (key: string) => boolean): void {
  const { address } = useShown();
  const latest = useRef(use);
  latest.current = use;
  useLayoutEffect(() => {
    if (!address.keys) return;
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (latest.current(event.key)) event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [address.keys]);
}
