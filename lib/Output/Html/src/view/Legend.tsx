//===- Legend.tsx - What the words of the overview mean -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { FIXES, isAssumed } from "../data/rows";
import type { FixClass } from "../data/rows";
import type { Gpu } from "../data/types";
import { FIX_WORDS, number } from "../data/words";
import { useShown } from "./context";
import { FixBadge } from "./parts";

function Time({ gpu }: { gpu: Gpu }) {
  return (
    <>
      <dt>Time</dt>
      <dd>
        lost wavefronts of a block × blocks of the busiest multiprocessor ÷ {number(gpu.clock_mhz)}{" "}
        MHz: how long they occupy the shared-memory pipelines of the {gpu.multiprocessors}{" "}
        multiprocessors of an NVIDIA {gpu.name} at one wavefront a cycle, if blocks are spread
        evenly ({gpu.source}). A launch gains at most that where these pipelines limit it, at most
        twice that where warps wait for single loads, and nothing where other work hides it.
      </dd>
    </>
  );
}

/** Without it, a reader on a phone has no tooltips. */
export function Legend() {
  const { report, rows } = useShown();
  const gpu = report.audit.architecture?.gpu;
  const used = FIXES.filter((name) => rows.some((row) => row.fix === name));
  const classes = used.filter((name): name is Exclude<FixClass, "none"> => name !== "none");
  return (
    <dl class="legend">
      <dt>Lost</dt>
      <dd>
        wavefronts above the ideal, in one launch of the kernel. ≤: an upper bound. ≈: the source
        does not state the grid, which counts as 128 blocks, or the number of iterations. ≲: both.
      </dd>
      {gpu && <Time gpu={gpu} />}
      {rows.some(({ finding }) => isAssumed(finding)) && (
        <>
          <dt>
            <span class="badge assumed">assumed block</span>
          </dt>
          <dd>
            nothing states the block of the kernel; another block has other wavefronts. An
            annotation or --block-dim states it.
          </dd>
        </>
      )}
      {classes.map((name) => (
        <>
          <dt key={name}>
            <FixBadge value={name} />
          </dt>
          <dd>{FIX_WORDS[name]}</dd>
        </>
      ))}
    </dl>
  );
}
