//===- FindingPage.tsx - One finding --------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import type { ComponentChildren } from "preact";
import { Rounds } from "../bankmap/Rounds";
import { isAssumed } from "../data/rows";
import type { Row } from "../data/rows";
import type { Finding, Fix, Note } from "../data/types";
import {
  costWords,
  counted,
  duration,
  FIX_WORDS,
  launchWords,
  lostWords,
  number,
  originWords,
  place,
} from "../data/words";
import { useShown } from "./context";
import { useKeys } from "./keys";
import { ConfidenceBadge, FixBadge, Section } from "./parts";
import { Change, Excerpt, NoteLine } from "./Source";

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function CostFact({ finding }: { finding: Finding }) {
  const { cost } = finding;
  if (!cost) return null;
  return (
    <Fact name="Wavefronts (ideal)">
      <strong>{costWords(cost)}</strong>{" "}
      {cost.per_block ? "per block" : "in the worst request; its executions are not known"}
      {cost.bound && (
        <p>An upper bound: no execution takes more.{cost.reason && ` ${cost.reason}`}</p>
      )}
      {cost.possible && <p>May not happen: it depends on what the source does not state.</p>}
    </Fact>
  );
}

function LostFact({ finding }: { finding: Finding }) {
  const { architecture } = useShown().report.audit;
  const { lost } = finding;
  if (!lost) return null;
  return (
    <Fact name="Lost per launch">
      <strong>{lostWords(finding, number)}</strong>
      {lost.nanoseconds != null && architecture?.gpu && (
        <>
          {" "}
          · {duration(lost.nanoseconds)} of pipeline time ({architecture.gpu.name})
        </>
      )}
      {lost.per !== "launch" && (
        <p>
          Estimated from {number(lost.wavefronts)} of a {lost.per}: the source does not state the
          rest.
        </p>
      )}
    </Fact>
  );
}

function LaunchFact({ finding }: { finding: Finding }) {
  const { launch } = finding;
  if (!launch) return null;
  return (
    <Fact name={isAssumed(finding) ? "Launch (assumed)" : "Launch"}>
      <code>{launchWords(launch)}</code>
      <p>
        {originWords(launch)}
        {launch.file && (
          <>
            {" "}
            at <code>{place(launch.file, launch.line)}</code>
          </>
        )}
      </p>
    </Fact>
  );
}

function MeasuredFact({ finding }: { finding: Finding }) {
  const { measured } = finding;
  if (!measured) return null;
  return (
    <Fact name="Measured">
      <strong>
        {number(measured.wavefronts)} ({number(measured.ideal)})
      </strong>{" "}
      wavefronts in {counted(measured.launches, "launch", "launches")}
    </Fact>
  );
}

function Facts({ row }: { row: Row }) {
  const { finding } = row;
  return (
    <dl class="facts">
      <Fact name="Location">
        <code>
          {place(finding.file, finding.line)}
          {finding.column ? `:${finding.column}` : ""}
        </code>
      </Fact>
      {row.kernel && (
        <Fact name={finding.launch ? "Kernel" : "Function"}>
          <code>{row.kernel}</code>
          {row.kernels.slice(1).map((name) => (
            <p key={name}>
              and <code>{name}</code>
            </p>
          ))}
        </Fact>
      )}
      {finding.array && (
        <Fact name="Array">
          <code>{finding.array}</code>
        </Fact>
      )}
      <Fact name="Check">
        {finding.check}
        {finding.severity === "error" && " (error)"}
      </Fact>
      <Fact name="Confidence">
        <ConfidenceBadge value={row.confidence} />
      </Fact>
      <CostFact finding={finding} />
      <LostFact finding={finding} />
      <LaunchFact finding={finding} />
      <MeasuredFact finding={finding} />
    </dl>
  );
}

function FixView({ fix }: { fix: Fix }) {
  return (
    <article class="fix">
      <p>
        <FixBadge value={fix.class} /> <strong>{fix.description}</strong>
        {fix.saves != null && <> · saves {counted(fix.saves, "wavefront")} per block</>}
      </p>
      <p class="note">
        {fix.class}: {FIX_WORDS[fix.class]}
        {fix.reason && <>; {fix.reason}</>}
      </p>
      <Change fix={fix} />
    </article>
  );
}

/** True if the source above has the line. */
function isInExcerpt({ file, line }: Note, { excerpt, file: own }: Finding): boolean {
  if (!excerpt || !line || file !== (excerpt.file ?? own)) return false;
  return line >= excerpt.first && line < excerpt.first + excerpt.lines.length;
}

function Notes({ finding }: { finding: Finding }) {
  const others = finding.other_places ?? [];
  if (finding.notes.length === 0 && others.length === 0) return null;
  return (
    <Section title="Notes" id="notes">
      <ul class="notes">
        {finding.notes.map((note, at) => (
          <li key={at} class={note.detail ? "dim" : undefined}>
            {note.file && <code>{place(note.file, note.line)}</code>} {note.message}
            {note.source !== undefined && !isInExcerpt(note, finding) && <NoteLine note={note} />}
          </li>
        ))}
        {others.map((other, at) => (
          <li key={`other ${at}`}>
            <code>{place(other.file, other.line)}</code> is another access of this finding
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Links to the neighbors in the table, in its order. */
function Steps({ row }: { row: Row }) {
  const { selected, link, go } = useShown();
  const at = selected.indexOf(row);
  const before = at > 0 ? selected[at - 1] : undefined;
  const after = at >= 0 ? selected[at + 1] : undefined;
  useKeys((key) => {
    const to = key === "n" ? after : key === "p" ? before : undefined;
    if (key === "Escape") go({ page: "findings" });
    else if (to) go({ finding: to.index });
    else return false;
    return true;
  });
  return (
    <nav class="steps" aria-label="Findings">
      <a href={link({ page: "findings" })}>← All findings</a>
      <span class="dim">
        {at >= 0
          ? `${number(at + 1)} of ${number(selected.length)}`
          : "not among those that pass the filters"}
      </span>
      {before ? (
        <a href={link({ finding: before.index })} rel="prev">
          Previous
        </a>
      ) : (
        <span class="dim">Previous</span>
      )}
      {after ? (
        <a href={link({ finding: after.index })} rel="next">
          Next
        </a>
      ) : (
        <span class="dim">Next</span>
      )}
    </nav>
  );
}

/** All that the report says of one finding. */
export function FindingPage() {
  const { report, rows, address, link } = useShown();
  const row = rows.find(({ index }) => index === address.finding);
  if (!row) {
    return (
      <>
        <h1 tabIndex={-1}>No such finding</h1>
        <p>
          This report has no finding with the number {address.finding}.{" "}
          <a href={link({ page: "findings" })}>All findings</a>
        </p>
      </>
    );
  }
  const { finding } = row;
  const maps = (finding.maps ?? []).filter((map) => map.rounds.length > 0);
  return (
    // State such as the request that is drawn belongs to one finding.
    <div key={row.index}>
      <Steps row={row} />
      <h1 tabIndex={-1} class="message">
        {finding.message}
      </h1>
      <Facts row={row} />
      <div class="columns">
        <Section title="Source" id="source">
          <Excerpt finding={finding} />
        </Section>
        <Section title={finding.fixes.length > 1 ? "Fixes (alternatives)" : "Fix"} id="fix">
          {finding.fixes.length === 0 && (
            <p class="note">None was found; the notes say what is known of it.</p>
          )}
          {finding.fixes.map((fix, at) => (
            <FixView key={at} fix={fix} />
          ))}
        </Section>
      </div>
      {maps.length > 0 && (
        <Section title="Banks" id="banks">
          <Rounds maps={maps} requests={report.audit.requests} />
        </Section>
      )}
      <Notes finding={finding} />
    </div>
  );
}
