//===- window.ts - Only the rows that are in view -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thousands of rows in the page take seconds to load. Those in view are a few
// dozen; the list is as high as if all were there.
//
//===----------------------------------------------------------------------===//

import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Rows beyond the edges, so that scrolling shows no gaps. */
const MARGIN = 10;

export interface Window {
  /** The element that holds the rows. */
  list: { current: HTMLDivElement | null };
  first: number;
  /** One past the last row. */
  end: number;
  rowHeight: number;
}

export function useWindow(rows: number, rowHeight: number): Window {
  const list = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ first: 0, end: Math.min(rows, 40) });
  useLayoutEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      if (!list.current) return;
      const top = -list.current.getBoundingClientRect().top;
      const first = Math.max(0, Math.floor(top / rowHeight) - MARGIN);
      const end = Math.min(rows, Math.ceil((top + innerHeight) / rowHeight) + MARGIN);
      setRange((old) => (old.first === first && old.end === end ? old : { first, end }));
    };
    const later = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    addEventListener("scroll", later, { passive: true });
    addEventListener("resize", later);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", later);
      removeEventListener("resize", later);
    };
  }, [rows, rowHeight]);
  return { list, rowHeight, first: Math.min(range.first, rows), end: Math.min(range.end, rows) };
}

/** Whether a media query holds, now and later. */
export function useMedia(query: string): boolean {
  const [matches, set] = useState(() => matchMedia(query).matches);
  useLayoutEffect(() => {
    const media = matchMedia(query);
    const changed = () => set(media.matches);
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, [query]);
  return matches;
}
