//===- App.tsx - The report's frame and its pages -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { useEffect, useMemo, useRef } from "preact/hooks";
import { useAddress } from "../data/address";
import type { Page } from "../data/address";
import { commonDirectory, Paths } from "../data/paths";
import { rowsOf } from "../data/rows";
import { select } from "../data/select";
import type { Report } from "../data/types";
import { counted, number } from "../data/words";
import { Compared } from "./Compared";
import { ShownContext, useShown } from "./context";
import { FindingPage } from "./FindingPage";
import { failedFiles } from "./gaps";
import { useKeys } from "./keys";
import { Measurements } from "./Measurements";
import { NotAnalyzed } from "./NotAnalyzed";
import { Overview } from "./Overview";
import { FindingsTable } from "./Table";

function Banner() {
  const { shard, complete } = useShown().report.audit;
  return (
    <>
      {!complete && (
        <p class="banner" role="note">
          <strong>Incomplete:</strong> the audit was interrupted, or units are missing. Findings and
          totals are those of the units that it finished.
        </p>
      )}
      {shard && (
        <p class="banner" role="note">
          <strong>
            Shard {shard.index} of {shard.count}:
          </strong>{" "}
          one part of an audit; launches in other parts are not known here.
        </p>
      )}
    </>
  );
}

function Tabs() {
  const { report, rows, address, link } = useShown();
  const failed = failedFiles(report).length;
  const { unknown } = report.summary;
  const missing = failed
    ? ` (${counted(failed, "file")})`
    : unknown
      ? ` (${counted(unknown, "access", "accesses")})`
      : "";
  const { comparison } = report.audit;
  const hasProfile = report.profile !== null && report.profile !== undefined;
  const tabs: [Page, string, boolean][] = [
    ["overview", "Overview", true],
    ["findings", `Findings (${number(rows.length)})`, true],
    ["not-analyzed", `Not analyzed${missing}`, true],
    ["measured", "Measured", hasProfile],
    [
      "compared",
      `Compared${comparison ? ` (${number(comparison.new.length)} new)` : ""}`,
      !!comparison,
    ],
  ];
  const current = address.page === "finding" ? "findings" : address.page;
  return (
    <nav class="tabs" aria-label="Pages">
      {tabs
        .filter(([, , isShown]) => isShown)
        .map(([page, title]) => (
          <a key={page} href={link({ page })} aria-current={page === current ? "page" : undefined}>
            {title}
          </a>
        ))}
    </nav>
  );
}

function Foot() {
  const { address, link } = useShown();
  return (
    <footer>
      <p>
        Keys: <kbd>/</kbd> search, <kbd>j</kbd> <kbd>k</kbd> or arrows between rows,{" "}
        <kbd>Enter</kbd> open, <kbd>n</kbd> <kbd>p</kbd> next and previous finding, <kbd>Esc</kbd>{" "}
        back, <kbd>1</kbd>–<kbd>3</kbd> pages.{" "}
        <a href={link({ keys: !address.keys })}>
          {address.keys ? "Turn letters off" : "Turn letters on"}
        </a>
      </p>
      <p class="dim">
        A wavefront is one pass of the hardware that serves shared memory; lost wavefronts are those
        above the ideal. All data is in this file, which loads nothing.
      </p>
    </footer>
  );
}

function Keys() {
  const { go, address } = useShown();
  useKeys((key) => {
    const pages: Record<string, Page> = { "1": "overview", "2": "findings", "3": "not-analyzed" };
    if (pages[key]) {
      go({ page: pages[key] });
      return true;
    }
    if (key !== "/") return false;
    if (address.page !== "findings") go({ page: "findings" });
    // The field may have to be drawn first.
    setTimeout(() => document.getElementById("filter-text")?.focus(), 50);
    return true;
  });
  return null;
}

function PageView() {
  switch (useShown().address.page) {
    case "overview":
      return <Overview />;
    case "findings":
      return <FindingsTable />;
    case "finding":
      return <FindingPage />;
    case "not-analyzed":
      return <NotAnalyzed />;
    case "measured":
      return <Measurements />;
    case "compared":
      return <Compared />;
  }
}

/** The root is that of the sources: system headers are elsewhere. */
function pathsOf(report: Report): Paths {
  const sources = report.files.map(({ file }) => file);
  const others = report.findings.map(({ file }) => file ?? "");
  return new Paths([...sources, ...others], commonDirectory(sources));
}

/** Readers of the screen learn of a new page by its heading and its title. */
function useAnnouncement(page: string, base: string) {
  const shown = useRef(page);
  const positions = useRef(new Map<string, number>());
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>("main h1");
    document.title = `${heading?.textContent ?? ""} – ${base}`;
    if (shown.current === page) return;
    shown.current = page;
    heading?.focus({ preventScroll: true });
    scrollTo(0, positions.current.get(page) ?? 0);
  }, [page]);
  useEffect(() => {
    const remember = () => {
      positions.current.set(shown.current, scrollY);
    };
    addEventListener("scroll", remember, { passive: true });
    return () => removeEventListener("scroll", remember);
  }, []);
}

export function App({ report }: { report: Report }) {
  const navigation = useAddress();
  const { address } = navigation;
  const paths = useMemo(() => pathsOf(report), [report]);
  const rows = useMemo(() => rowsOf(report, paths), [report, paths]);
  // Pages that keep the filters need no new selection.
  const selection = JSON.stringify([address.filters, address.sort, address.descending]);
  const selected = useMemo(() => select(rows, address), [rows, selection]);
  const page = address.page === "finding" ? `finding ${address.finding}` : address.page;
  const { title } = report.audit;
  useAnnouncement(page, title ? `${title} – banklint` : "banklint");
  return (
    <ShownContext.Provider value={{ ...navigation, report, paths, rows, selected }}>
      <Keys />
      <header>
        <p class="brand">
          <strong>{title ?? "banklint audit"}</strong>{" "}
          <span class="dim">
            banklint {report.tool.version} · {report.arch} ·{" "}
            {counted(report.files.length, "source file")}
          </span>
        </p>
        <Tabs />
      </header>
      <main id="main">
        <Banner />
        <PageView />
      </main>
      <Foot />
    </ShownContext.Provider>
  );
}
