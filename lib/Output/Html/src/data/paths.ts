//===- paths.ts - Paths in few characters ---------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows show paths without the directory that all files are in. Where a path has
// no room, what goes first is what does not tell it apart from files of the same
// name: of src/sort-cuda/main.cu and src/scan-cuda/main.cu, "sort-cuda" stays.
//
//===----------------------------------------------------------------------===//

/** A path in four parts; the slashes are at the ends of directories. */
export interface PathParts {
  before: string;
  /** The directories that tell it apart from others; may be empty. */
  key: string;
  after: string;
  /** The last component. */
  name: string;
}

/** The innermost directory of all files, with a slash at its end; may be empty. */
export function commonDirectory(files: string[]): string {
  let common = files[0]?.replace(/[^/]*$/, "") ?? "";
  for (const file of files)
    while (!file.startsWith(common)) common = common.replace(/[^/]*\/$/, "");
  // Nobody misses the root.
  return common === "/" ? "" : common;
}

/** How many of the paths have each run of so many directories. */
function countRuns(paths: string[][], length: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const runs = new Set<string>();
    for (let at = 0; at + length <= path.length; ++at)
      runs.add(path.slice(at, at + length).join("/"));
    for (const run of runs) counts.set(run, (counts.get(run) ?? 0) + 1);
  }
  return counts;
}

/** For each of several paths of one name, the fewest directories that no other has. */
function keysOf(paths: string[][]): Map<string, [from: number, to: number]> {
  const keys = new Map<string, [number, number]>();
  const longest = Math.max(...paths.map((path) => path.length));
  for (let length = 1; length <= longest && keys.size < paths.length; ++length) {
    const counts = countRuns(paths, length);
    for (const path of paths) {
      const whole = path.join("/");
      if (keys.has(whole)) continue;
      for (let at = path.length - length; at >= 0; --at) {
        if (counts.get(path.slice(at, at + length).join("/")) !== 1) continue;
        keys.set(whole, [at, at + length]);
        break;
      }
    }
  }
  return keys;
}

export class Paths {
  /** The directory that all files are in, with a slash at its end; may be empty. */
  readonly root: string;
  /** The directories of all files of a name. */
  private readonly folders = new Map<string, Set<string>>();
  private readonly keys = new Map<string, Map<string, [from: number, to: number]>>();

  constructor(files: string[], root = commonDirectory(files)) {
    this.root = root;
    for (const file of files) {
      const [folder, name] = this.split(file);
      const known = this.folders.get(name);
      if (known) known.add(folder);
      else this.folders.set(name, new Set([folder]));
    }
  }

  /** The path without the root, if it is below it. */
  short(file: string): string {
    return file.startsWith(this.root) ? file.slice(this.root.length) : file;
  }

  parts(file: string): PathParts {
    const [folder, name] = this.split(file);
    const folders = [...(this.folders.get(name) ?? [])].map((each) => each.split("/"));
    const none = { before: folder && `${folder}/`, key: "", after: "", name };
    if (folders.length < 2) return none;
    const keys = this.keys.get(name) ?? keysOf(folders);
    this.keys.set(name, keys);
    const key = keys.get(folder);
    if (!key) return none;
    const all = folder.split("/").map((each) => `${each}/`);
    const join = (from: number, to: number) => all.slice(from, to).join("");
    return { before: join(0, key[0]), key: join(...key), after: join(key[1], all.length), name };
  }

  private split(file: string): [folder: string, name: string] {
    const path = this.short(file);
    const at = path.lastIndexOf("/");
    return [path.slice(0, Math.max(at, 0)), path.slice(at + 1)];
  }
}
