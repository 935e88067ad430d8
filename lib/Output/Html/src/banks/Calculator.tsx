//===- Calculator.tsx - A warp's access, to play with ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { useEffect, useState } from "preact/hooks";
import { BankMap, Legend } from "../bankmap/BankMap";
import { count } from "../bankmap/request";
import { addressesOf, FIRST, fromHash, spell, toHash } from "./access";
import type { Access } from "./access";
import type { Answer, Model } from "./model";

const PRESETS: [string, Partial<Access>][] = [
  ["a column", { row: "x", column: "y" }],
  ["a row", { row: "y", column: "x" }],
  ["every second element", { row: "0", column: "2 * lane" }],
  ["a row of float4", { bytes: 16, columns: 8, row: "lane / 8", column: "lane % 8" }],
  ["a column of float4", { bytes: 16, columns: 8, row: "lane", column: "0" }],
  ["a 16x16 block", { block: 16, columns: 16, row: "x", column: "y" }],
];
const PADDINGS = Array.from({ length: 9 }, (_, padding) => padding);
const SWIZZLES = [0, 2, 4, 8, 16, 32];

function answerOf(model: Model, access: Access): Answer | string {
  try {
    const addresses = addressesOf(access);
    return model.cost(access.arch, access.operation, access.bytes, access.active, addresses);
  } catch (error) {
    return (error as Error).message;
  }
}

type Change = (change: Partial<Access>) => void;

function Choice<T extends string | number>(props: {
  label: string;
  value: T;
  options: readonly T[];
  spell?: (option: T) => string;
  onChange: (value: T) => void;
}) {
  const { label, value, options, spell: spelled = String, onChange } = props;
  return (
    <label>
      {label}
      <select
        value={String(value)}
        onChange={(event) => onChange(options[event.currentTarget.selectedIndex]!)}
      >
        {options.map((option) => (
          <option key={option} value={String(option)}>
            {spelled(option)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Count(props: {
  label: string;
  value: number;
  least: number;
  onChange: (value: number) => void;
}) {
  const { label, value, least, onChange } = props;
  return (
    <label>
      {label}
      <input
        type="number"
        min={least}
        max={65536}
        value={value}
        onInput={(event) => {
          const number = event.currentTarget.valueAsNumber;
          if (Number.isInteger(number) && number >= least && number <= 65536) onChange(number);
        }}
      />
    </label>
  );
}

function Text(props: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label class="text">
      {props.label}
      <input
        type="text"
        spellcheck={false}
        value={props.value}
        onInput={(event) => props.onChange(event.currentTarget.value)}
      />
    </label>
  );
}

function Lanes({ active, change }: { active: number; change: Change }) {
  const isOn = (lane: number) => ((active >>> lane) & 1) !== 0;
  return (
    <fieldset class="lanes">
      <legend>Active lanes</legend>
      {Array.from({ length: 32 }, (_, lane) => (
        <label key={lane}>
          <input
            type="checkbox"
            checked={isOn(lane)}
            aria-label={`lane ${lane}`}
            onChange={() => change({ active: (active ^ (1 << lane)) >>> 0 })}
          />
          {lane}
        </label>
      ))}
      <button type="button" onClick={() => change({ active: 0xffffffff })}>
        all
      </button>
      <button type="button" onClick={() => change({ active: 0xffff })}>
        the first 16
      </button>
    </fieldset>
  );
}

/** What other paddings and swizzles would cost; a click takes one. */
function Others(props: {
  title: string;
  name: "padding" | "swizzle";
  values: number[];
  model: Model;
  access: Access;
  change: Change;
}) {
  const { title, name, values, model, access, change } = props;
  return (
    <div class="others">
      <span>{title}</span>
      {values.map((value) => {
        const answer = answerOf(model, { ...access, [name]: value });
        const cost = typeof answer === "string" ? "–" : String(answer.request.wavefronts);
        return (
          <button
            key={value}
            type="button"
            aria-pressed={access[name] === value}
            title={
              typeof answer === "string" ? answer : count(answer.request.wavefronts, "wavefront")
            }
            onClick={() => change({ [name]: value })}
          >
            <span>{name === "padding" ? `+${value}` : value || "none"}</span>
            <strong>{cost}</strong>
          </button>
        );
      })}
    </div>
  );
}

function Result({ answer }: { answer: Answer | string }) {
  if (typeof answer === "string")
    return (
      <p class="problem" role="status">
        {answer}
      </p>
    );
  const { kind, request } = answer;
  const conflict =
    request.wavefronts > request.ideal ? `${request.ways}-way conflict` : "no conflict";
  return (
    <>
      <p class="cost" role="status">
        {kind === "unknown" ? (
          "The cost of this operation follows no known rule."
        ) : (
          <>
            <strong>
              {kind === "at least" && "at least "}
              {count(request.wavefronts, "wavefront")}
            </strong>
            , ideal {request.ideal}: {conflict}
          </>
        )}
      </p>
      <BankMap request={request} />
      <Legend perLane={request.per_lane} />
    </>
  );
}

export function Calculator({ model }: { model: Model }) {
  const [access, setAccess] = useState(() => fromHash(location.hash));
  useEffect(() => {
    history.replaceState(null, "", `#${toHash(access)}`);
  }, [access]);
  useEffect(() => {
    const follow = () => setAccess(fromHash(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const change: Change = (some) => setAccess((old) => ({ ...old, ...some }));
  const widths = model.widths(access.arch, access.operation);
  const others = { model, access, change };
  return (
    <>
      <h1>Bank calculator</h1>
      <p>
        What one access to shared memory costs a warp: each bank serves one word of 4 bytes in a
        wavefront. The rules are those of banklint, measured on an H200.
      </p>
      <div class="presets">
        {PRESETS.map(([name, preset]) => (
          <button
            key={name}
            type="button"
            onClick={() => setAccess({ ...FIRST, arch: access.arch, ...preset })}
          >
            {name}
          </button>
        ))}
      </div>
      <form onSubmit={(event) => event.preventDefault()}>
        <Choice
          label="Operation"
          value={access.operation}
          options={model.operations}
          onChange={(operation) => {
            const possible = model.widths(access.arch, operation);
            const bytes = possible.includes(access.bytes) ? access.bytes : (possible[0] ?? 4);
            change({ operation, bytes });
          }}
        />
        <Choice
          label="Bytes of an element"
          value={access.bytes}
          options={widths.includes(access.bytes) ? widths : [access.bytes, ...widths]}
          onChange={(bytes) => change({ bytes })}
        />
        <Count
          label="Elements of a row"
          value={access.columns}
          least={1}
          onChange={(columns) => change({ columns })}
        />
        <Count
          label="Threads in x"
          value={access.block}
          least={1}
          onChange={(block) => change({ block })}
        />
        <Choice
          label="Architecture"
          value={access.arch}
          options={model.architectures}
          onChange={(arch) => change({ arch })}
        />
        <Text label="Row" value={access.row} onChange={(row) => change({ row })} />
        <Text label="Column" value={access.column} onChange={(column) => change({ column })} />
        <p class="hint">
          Expressions of C in <code>lane</code>, <code>x</code> and <code>y</code>: the thread in
          the first warp of the block.
        </p>
        <Others {...others} title="Padding" name="padding" values={PADDINGS} />
        <Others {...others} title="XOR with row %" name="swizzle" values={SWIZZLES} />
        <Lanes active={access.active} change={change} />
      </form>
      <pre>{spell(access)}</pre>
      <Result answer={answerOf(model, access)} />
    </>
  );
}
