//===- model.ts - The measured rules, as WebAssembly ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import type { Request } from "../bankmap/request";

/** What tool/banklint-banks/wasm/BanksWasm.cpp exports. */
interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  banklint_request(): number;
  banklint_answer(): number;
  banklint_architecture(number: number): number;
  banklint_operation(number: number): number;
  banklint_supports(arch: number, operation: number, bytes: number): number;
  banklint_serves_lanes(operation: number): number;
}

/** How far an answer is known: CostKind. */
const KINDS = ["exact", "exact", "at least", "unknown"] as const;

export interface Answer {
  kind: (typeof KINDS)[number];
  request: Request;
}

const WARP = 32;
const WIDTHS = [1, 2, 4, 8, 16];

export class Model {
  readonly architectures: string[];
  readonly operations: string[];

  constructor(private readonly wasm: Exports) {
    wasm._initialize();
    this.architectures = this.names(wasm.banklint_architecture);
    this.operations = this.names(wasm.banklint_operation);
  }

  /** Bytes of a lane that the operation can have. */
  widths(arch: string, operation: string): number[] {
    const [at, op] = [this.architectures.indexOf(arch), this.operations.indexOf(operation)];
    return WIDTHS.filter((bytes) => this.wasm.banklint_supports(at, op, bytes) !== 0);
  }

  /** The cost of a request; or what is wrong with it. */
  cost(
    arch: string,
    operation: string,
    bytes: number,
    active: number,
    addresses: number[],
  ): Answer | string {
    const op = this.operations.indexOf(operation);
    const asked = new Uint32Array(this.wasm.memory.buffer, this.wasm.banklint_request(), 4 + WARP);
    asked.set([this.architectures.indexOf(arch), op, bytes, active >>> 0]);
    asked.set(addresses, 4);
    const answer = this.wasm.banklint_answer();
    const given = new Uint32Array(this.wasm.memory.buffer, answer, 6 + WARP);
    const [status, kind, wavefronts, ideal, ways, phases] = given as unknown as number[];
    if (status === 1) return `${arch} has no ${operation} of ${bytes} bytes`;
    if (status === 2) return `an address is not a multiple of ${bytes} bytes`;
    const mask = (bits: number) => (bits >>> 0).toString(16).padStart(8, "0");
    return {
      kind: KINDS[kind!]!,
      request: {
        operation,
        bytes,
        addresses: addresses.map((address, lane) => ((active >>> lane) & 1 ? address : null)),
        parts: Array.from(given.subarray(6, 6 + phases!), mask),
        per_lane: this.wasm.banklint_serves_lanes(op) !== 0,
        wavefronts: wavefronts!,
        ideal: ideal!,
        ways: ways!,
      },
    };
  }

  private names(of: (number: number) => number): string[] {
    const names: string[] = [];
    for (let at = of(0); at !== 0; at = of(names.length)) {
      const bytes = new Uint8Array(this.wasm.memory.buffer, at);
      names.push(new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0))));
    }
    return names;
  }
}

/** The model in the base64 `text` of a module. */
export async function loadModel(text: string): Promise<Model> {
  const bytes = Uint8Array.from(atob(text.trim()), (char) => char.charCodeAt(0));
  // The C library's ways to the outside, for what it prints when it aborts.
  const nothing = () => 0;
  const outside = { fd_close: nothing, fd_seek: nothing, fd_write: nothing };
  const { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: outside });
  return new Model(instance.exports as unknown as Exports);
}
