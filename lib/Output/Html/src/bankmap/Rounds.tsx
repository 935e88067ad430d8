//===- Rounds.tsx - Bank maps over rounds of loops ------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { useState } from "preact/hooks";
import { BankMap, Legend } from "./BankMap";
import { count } from "./request";
import type { Request } from "./request";

/** A round of the surrounding loops, as in `findings[].maps[].rounds`. */
export interface Round {
  warp: number;
  /** The loop counters, outermost first. */
  loops: [string, number][];
  /** An index into the requests. */
  request: number;
}

/** The rounds with one layout of the array. */
export interface LayoutMap {
  label: string;
  /** The index of the fix that makes this layout; null: as written. */
  fix: number | null;
  rounds: Round[];
}

interface Props {
  /** All have the same rounds. */
  maps: LayoutMap[];
  requests: Request[];
}

function spellRound(round: Round): string {
  const loops = round.loops.map(([name, value]) => `${name} = ${value}`);
  return [`warp ${round.warp}`, ...loops].join(", ");
}

/** The index of the largest number, the first of equal ones. */
function firstMost(numbers: number[]): number {
  return Math.max(0, numbers.indexOf(Math.max(...numbers)));
}

/** A bar for each round, as high as its wavefronts; a click chooses it. */
function Steps(props: { costs: number[]; most: number; at: number; choose: (at: number) => void }) {
  const { costs, most, at, choose } = props;
  const step = 12;
  const height = 34;
  return (
    <svg
      class="bm-steps"
      viewBox={`0 0 ${costs.length * step} ${height}`}
      width={costs.length * step}
      height={height}
      aria-hidden="true"
    >
      {costs.map((cost, round) => {
        const bar = Math.max(2, (cost / most) * (height - 4));
        return (
          <g key={round} onClick={() => choose(round)}>
            <rect class="bm-hit" x={round * step} y={0} width={step} height={height} />
            <rect
              class={round === at ? "bm-step bm-step-on" : "bm-step"}
              x={round * step + 2}
              y={height - 2 - bar}
              width={step - 4}
              height={bar}
            />
          </g>
        );
      })}
      <line class="bm-base" x1={0} x2={costs.length * step} y1={height - 1} y2={height - 1} />
    </svg>
  );
}

function Slider(props: {
  rounds: Round[];
  cost: number;
  at: number;
  choose: (at: number) => void;
}) {
  const { rounds, cost, at, choose } = props;
  const text = `${spellRound(rounds[at]!)}: ${count(cost, "wavefront")}`;
  return (
    <label class="bm-slider">
      <span>
        Request {at + 1} of {rounds.length}
      </span>
      <input
        type="range"
        min={0}
        max={rounds.length - 1}
        value={at}
        aria-valuetext={text}
        onInput={(event) => choose(Number(event.currentTarget.value))}
      />
      <output>{text}</output>
    </label>
  );
}

/** The maps beside each other, with a slider if the rounds differ; it starts at the worst. */
export function Rounds({ maps, requests }: Props) {
  const drawn = maps.filter((map) => map.rounds.length > 0);
  const rounds = drawn[0]?.rounds ?? [];
  const of = (map: LayoutMap, round: number) => {
    const shown = map.rounds[Math.min(round, map.rounds.length - 1)]!;
    return requests[shown.request];
  };
  const excess = (round: number) => {
    const request = of(drawn[0]!, round);
    return request ? request.wavefronts - request.ideal : 0;
  };
  const [chosen, choose] = useState(() => firstMost(rounds.map((_, round) => excess(round))));
  if (rounds.length === 0) return null;
  const at = Math.min(chosen, rounds.length - 1);
  const differ = drawn.some((map) =>
    map.rounds.some(({ request }) => request !== map.rounds[0]!.request),
  );
  const costs = drawn.map((map) => rounds.map((_, round) => of(map, round)?.wavefronts ?? 0));
  const most = Math.max(1, ...costs.flat());
  return (
    <div class="bm-rounds">
      {differ && <Slider rounds={rounds} cost={costs[0]![at]!} at={at} choose={choose} />}
      <div class="bm-maps">
        {drawn.map((map, index) => {
          const request = of(map, at);
          return (
            request && (
              <figure key={index}>
                <figcaption>
                  <strong>{map.label}</strong>
                  <span>
                    {spellRound(rounds[at]!)}: {count(request.wavefronts, "wavefront")}, ideal{" "}
                    {request.ideal}
                  </span>
                </figcaption>
                {differ && <Steps costs={costs[index]!} most={most} at={at} choose={choose} />}
                <BankMap request={request} />
              </figure>
            )
          );
        })}
      </div>
      <Legend perLane={of(drawn[0]!, at)?.per_lane ?? false} />
    </div>
  );
}
