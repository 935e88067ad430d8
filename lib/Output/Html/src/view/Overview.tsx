//===- Overview.tsx - The first page: what to fix first -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { NO_FILTERS } from "../data/address";
import type { Filters } from "../data/address";
import { CONFIDENCES, FIXES, linesOf, lostByUnit } from "../data/rows";
import type { Row } from "../data/rows";
import { tally } from "../data/select";
import { costWords, counted, number, short, sumWords } from "../data/words";
import { Checks, Known, Ranks } from "./Charts";
import { useShown } from "./context";
import { failedFiles, gaps } from "./gaps";
import { ConfidenceBadge, FixBadge, Path } from "./parts";

const BEST = 10;
const BARS = 8;

/** A part of a number, with a link to its findings. */
function Share({ count, name, filter }: { count: number; name: string; filter: Partial<Filters> }) {
  const { link } = useShown();
  const text = `${number(count)} ${name}`;
  const filters = { ...NO_FILTERS, ...filter };
  const href = link({ page: "findings", sort: "rank", descending: false, filters });
  return <dd class="sub">{count > 0 ? <a href={href}>{text}</a> : text}</dd>;
}

function LostSum() {
  const sums = lostByUnit(useShown().rows);
  return (
    <div>
      <dt>Wavefronts lost</dt>
      {sums.map((sum, at) => (
        <dd key={sum.per} class={at ? "sub" : ""} title={number(sum.wavefronts)}>
          {sumWords(sum)} <span class="unit">per {sum.per}</span>
        </dd>
      ))}
      {sums.length === 0 && <dd>0</dd>}
    </div>
  );
}

function Unseen() {
  const { report, link } = useShown();
  const { summary } = report;
  return (
    <div class={gaps(report) ? "warn" : ""}>
      <dt>Not analyzed</dt>
      <dd>
        <a href={link({ page: "not-analyzed" })}>
          {counted(failedFiles(report).length, "file")} failed
        </a>
      </dd>
      <dd class="sub">
        {counted(summary.unknown, "unknown access", "unknown accesses")} of{" "}
        {number(summary.accesses)}
      </dd>
      <dd class="sub">
        {counted(summary.upper_bound + summary.depends, "access", "accesses")} not exact
      </dd>
    </div>
  );
}

/** The numbers that decide where to look first. */
function Strip() {
  const { rows } = useShown();
  const confidences = tally(rows, (row) => row.confidence);
  const fixes = tally(rows, (row) => row.fix);
  return (
    <dl class="strip">
      <div>
        <dt>Findings</dt>
        <dd>{number(rows.length)}</dd>
        {CONFIDENCES.map((name) => (
          <Share
            key={name}
            count={confidences.get(name) ?? 0}
            name={name}
            filter={{ confidence: name }}
          />
        ))}
      </div>
      <LostSum />
      <div>
        <dt>With a verified fix</dt>
        <dd>{number((fixes.get("automatic") ?? 0) + (fixes.get("suggested") ?? 0))}</dd>
        {FIXES.slice(0, 3).map((name) => (
          <Share key={name} count={fixes.get(name) ?? 0} name={name} filter={{ fix: name }} />
        ))}
      </div>
      <Unseen />
    </dl>
  );
}

function sourceLine({ finding }: Row): string {
  const { excerpt, line } = finding;
  return excerpt && line ? (excerpt.lines[line - excerpt.first] ?? "").trim() : "";
}

function BestMeta({ row, others }: { row: Row; others: number }) {
  const { cost } = row.finding;
  return (
    <span class="best-meta">
      {cost && (
        <span>
          {costWords(cost)} wavefronts{cost.per_block ? " per block" : ""}
        </span>
      )}
      <span>{row.kernel}</span>
      <ConfidenceBadge value={row.confidence} />
      <span>
        fix: <FixBadge value={row.fix} />
      </span>
      {others > 0 && <span>and {counted(others, "other finding")}</span>}
    </span>
  );
}

/** The lines, each with its findings. */
function Best({ lines }: { lines: Row[][] }) {
  const { link } = useShown();
  // Wavefronts of different units are not added.
  const sums = lines.map((line) => lostByUnit(line)[0]);
  const bars = lines.map((line) =>
    line.reduce((sum, { finding }) => sum + (finding.lost?.estimate ?? 0), 0),
  );
  const most = Math.max(1, ...bars);
  return (
    <ol class="best">
      {lines.map(([row, ...others], at) => {
        const sum = sums[at];
        return (
          <li key={row!.index}>
            <div class="best-line">
              <a href={link({ page: "finding", finding: row!.index })}>
                <Path file={row!.file} line={row!.finding.line} />
              </a>
              <code>{sourceLine(row!) || row!.finding.message}</code>
              <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect class="bar-lost" x={0} y={0} width={(100 * bars[at]!) / most} height={10} />
              </svg>
              <span class="num">
                {sum && <strong>{sumWords(sum)} </strong>}
                <span class="dim">{sum ? `lost per ${sum.per}` : "not counted"}</span>
                {sum && sum.per !== "launch" && bars[at]! > 0 && (
                  <span class="dim estimate">≈ {short(bars[at]!)} per launch</span>
                )}
              </span>
            </div>
            <BestMeta row={row!} others={others.length} />
          </li>
        );
      })}
    </ol>
  );
}

/** Of directories and not of names that begin alike. */
function withSlash(folder: string): string {
  return folder && !folder.endsWith("/") ? `${folder}/` : folder;
}

const hasFindings = (total: { findings: number }) => total.findings > 0;

function Totals() {
  const { report, rows, link } = useShown();
  const { kernels, folders } = report.audit.totals;
  const findings = (filter: Partial<typeof NO_FILTERS>) =>
    link({ page: "findings", filters: { ...NO_FILTERS, ...filter } });
  const { summary } = report;
  return (
    <div class="charts">
      <Checks rows={rows} />
      <Ranks
        caption="Kernels that lose most wavefronts"
        noun="kernel"
        items={kernels
          .slice(0, BARS)
          .map((entry) => ({ ...entry, href: findings({ kernel: entry.name }) }))}
      />
      <Ranks
        caption="Directories that lose most wavefronts"
        noun="directory"
        items={folders
          .filter(hasFindings)
          .slice(0, BARS)
          .map((entry) => ({
            ...entry,
            per: "launch",
            isPath: true,
            name: entry.folder || "(top)",
            href: findings({ folder: withSlash(entry.folder) }),
          }))}
      />
      <Known
        parts={[
          { label: "exact", kind: "exact", value: summary.exact },
          { label: "upper bound", kind: "upper-bound", value: summary.upper_bound },
          { label: "depends", kind: "possible", value: summary.depends },
          { label: "unknown", kind: "unknown", value: summary.unknown },
        ]}
      />
    </div>
  );
}

/** Which lines to fix first, and what the tool could not see. */
export function Overview() {
  const { rows, link } = useShown();
  return (
    <>
      <h1 tabIndex={-1}>Shared-memory audit</h1>
      <Strip />
      <section aria-labelledby="best">
        <div class="section-head">
          <h2 id="best">Fix first</h2>
          {rows.length > 0 && (
            <a
              href={link({
                page: "findings",
                filters: NO_FILTERS,
                sort: "rank",
                descending: false,
              })}
            >
              All {counted(rows.length, "finding")}
            </a>
          )}
        </div>
        {rows.length === 0 ? <p>No findings.</p> : <Best lines={linesOf(rows).slice(0, BEST)} />}
      </section>
      <section aria-labelledby="totals">
        <h2 id="totals">Totals</h2>
        <Totals />
      </section>
    </>
  );
}
