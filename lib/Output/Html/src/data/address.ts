//===- address.ts - The state of the page in its address ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the address behind '#' is a path and a query:
// #/finding/12?check=shared-bank-conflict&sort=-lost. Links therefore reopen a
// page with its filters, and the browser's history goes back through them.
//
//===----------------------------------------------------------------------===//

import { useEffect, useState } from "preact/hooks";

export const FILTERS = ["text", "check", "folder", "kernel", "confidence", "fix"] as const;
export type Filter = (typeof FILTERS)[number];
export type Filters = Record<Filter, string>;

export const SORTS = [
  "rank",
  "location",
  "kernel",
  "check",
  "confidence",
  "cost",
  "lost",
  "fix",
] as const;
export type Sort = (typeof SORTS)[number];

const PAGES = ["overview", "findings", "finding", "not-analyzed", "measured", "compared"] as const;
export type Page = (typeof PAGES)[number];

export interface Address {
  page: Page;
  /** The index of the finding that is shown. */
  finding: number;
  filters: Filters;
  sort: Sort;
  descending: boolean;
  /** Whether single letters are shortcuts. */
  keys: boolean;
}

export const NO_FILTERS: Filters = {
  text: "",
  check: "",
  folder: "",
  kernel: "",
  confidence: "",
  fix: "",
};

function oneOf<T extends string>(names: readonly T[], name: string): T | undefined {
  return names.find((known) => known === name);
}

export function parse(hash: string): Address {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [page = "", number = ""] = path.split("/");
  const values = new URLSearchParams(query);
  const filters = { ...NO_FILTERS };
  for (const name of FILTERS) filters[name] = values.get(name) ?? "";
  const sort = values.get("sort") ?? "";
  return {
    page: oneOf(PAGES, page) ?? "overview",
    finding: /^\d+$/.test(number) ? Number(number) : -1,
    filters,
    sort: oneOf(SORTS, sort.replace(/^-/, "")) ?? "rank",
    descending: sort.startsWith("-"),
    keys: values.get("keys") !== "off",
  };
}

function spell(address: Address): string {
  const values = new URLSearchParams();
  for (const name of FILTERS) {
    if (address.filters[name]) values.set(name, address.filters[name]);
  }
  if (address.sort !== "rank" || address.descending) {
    values.set("sort", (address.descending ? "-" : "") + address.sort);
  }
  if (!address.keys) values.set("keys", "off");
  const path = address.page === "finding" ? `finding/${address.finding}` : address.page;
  const query = values.toString();
  return `#/${path}${query ? `?${query}` : ""}`;
}

export interface Navigation {
  address: Address;
  /** The link that changes these parts of the address. */
  link: (change: Partial<Address>) => string;
  /** Changes them; with `replace`, without an entry in the history. */
  go: (change: Partial<Address>, replace?: boolean) => void;
}

export function useAddress(): Navigation {
  const [address, set] = useState(() => parse(location.hash));
  useEffect(() => {
    const read = () => set(parse(location.hash));
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  const link = (change: Partial<Address>) => spell({ ...address, ...change });
  const go = (change: Partial<Address>, replace = false) => {
    // The browser may be ahead of the state.
    const target = spell({ ...parse(location.hash), ...change });
    if (replace) history.replaceState(null, "", target);
    else location.hash = target;
    // Pages read the address at once; the browser's event comes later.
    set(parse(location.hash));
  };
  return { address, link, go };
}
