//===- Overview.tsx - The first page: what to fix first -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { NO_FILTERS } from "../data/address";
import type { Filters } from "../data/address";
import { Paths } from "../data/paths";
import { CONFIDENCES, FIXES } from "../data/rows";
import type { Row } from "../data/rows";
import { tally } from "../data/select";
import { costWords, counted, duration, lostWords, number, sumWords } from "../data/words";
import { Checks, Known, Ranks } from "./Charts";
import { useShown } from "./context";
import { failedFiles, gaps } from "./gaps";
import { Inconclusive, inconclusive } from "./Inconclusive";
import { Legend } from "./Legend";
import { Origin } from "./Origin";
import { AssumedBadge, ConfidenceBadge, FixBadge, Path } from "./parts";

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

function LostWavefronts() {
  const { lost, architecture } = useShown().report.audit;
  return (
    <div>
      <dt>Wavefronts lost</dt>
      <dd title={lost && sumWords(lost, number)}>
        {lost ? sumWords(lost) : 0}{" "}
        {lost && lost.wavefronts > 0 && <span class="unit">in one launch each</span>}
      </dd>
      {lost && lost.wavefronts > 0 && lost.nanoseconds != null && architecture?.gpu && (
        <dd class="sub">
          {duration(lost.nanoseconds)} of pipeline time ({architecture.gpu.name})
        </dd>
      )}
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
      <LostWavefronts />
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

function BestMeta({ row }: { row: Row }) {
  const { cost } = row.finding;
  return (
    <span class="best-meta">
      {cost && (
        <span>
          {costWords(cost)} wavefronts {cost.per_block ? "per block" : "per request"}
        </span>
      )}
      <span>{row.kernel}</span>
      <AssumedBadge row={row} />
      <ConfidenceBadge value={row.confidence} />
      <span>
        fix: <FixBadge value={row.fix} />
      </span>
    </span>
  );
}

/** The findings to fix first, with the numbers that the text report has. */
function Best({ rows }: { rows: Row[] }) {
  const { link } = useShown();
  const most = Math.max(1, ...rows.map(({ lost }) => lost));
  return (
    <ol class="best">
      {rows.map((row) => (
        <li key={row.index}>
          <div class="best-line">
            <a href={link({ page: "finding", finding: row.index })}>
              <Path file={row.file} line={row.finding.line} />
            </a>
            <code>{sourceLine(row) || row.finding.message}</code>
            <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect class="bar-lost" x={0} y={0} width={(100 * row.lost) / most} height={10} />
            </svg>
            <span class="num" title={lostWords(row.finding, number)}>
              {row.finding.lost ? (
                <>
                  <strong>{lostWords(row.finding)}</strong> <span class="dim">lost per launch</span>
                  {row.finding.lost.nanoseconds != null && (
                    <span class="time">{duration(row.finding.lost.nanoseconds)}</span>
                  )}
                </>
              ) : (
                <span class="dim">not counted</span>
              )}
            </span>
          </div>
          <BestMeta row={row} />
        </li>
      ))}
    </ol>
  );
}

/** Of directories and not of names that begin alike. */
function withSlash(folder: string): string {
  return folder && !folder.endsWith("/") ? `${folder}/` : folder;
}

const hasLoss = (total: { lost: number }) => total.lost > 0;

function Totals() {
  const { report, rows, paths, link } = useShown();
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
          .filter(hasLoss)
          .slice(0, BARS)
          .map((entry) => ({ ...entry, href: findings({ kernel: entry.name }) }))}
      />
      <Ranks
        caption="Directories that lose most wavefronts"
        noun="directory"
        paths={
          new Paths(
            folders.map(({ folder }) => folder),
            paths.root,
          )
        }
        items={folders
          .filter(hasLoss)
          .slice(0, BARS)
          .map((entry) => ({
            ...entry,
            name: paths.short(withSlash(entry.folder)) ? entry.folder : "(top)",
            href: findings({ folder: paths.short(withSlash(entry.folder)) }),
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
  const { report, rows, link } = useShown();
  const doubt = inconclusive(report);
  return (
    <>
      <h1 tabIndex={-1}>Shared-memory audit</h1>
      <Origin />
      {doubt && <Inconclusive reason={doubt} />}
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
        {rows.length === 0 ? (
          <p>No findings{doubt && `: ${doubt}`}.</p>
        ) : (
          <>
            <Best rows={rows.slice(0, BEST)} />
            <Legend />
          </>
        )}
      </section>
      <section aria-labelledby="totals">
        <h2 id="totals">Totals</h2>
        <Totals />
      </section>
    </>
  );
}
