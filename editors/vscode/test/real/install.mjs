//===- install.mjs - A real VS Code ---------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// code-server is VS Code as a page. Its package does not install as it is: it
// refuses root, needs Kerberos' headers and downloads ripgrep.
//
//===----------------------------------------------------------------------===//

import { execFileSync, execSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const VERSION = "4.100.3";

const INSTALL = [
  [".", `npm install --ignore-scripts code-server@${VERSION}`],
  [".", "npm rebuild argon2"],
  ["node_modules/code-server/lib/vscode", "npm install --ignore-scripts --omit=dev"],
  [
    "node_modules/code-server/lib/vscode",
    "npm rebuild @vscode/spdlog native-watchdog node-pty @parcel/watcher || true",
  ],
  ["node_modules/code-server/lib/vscode/extensions", "npm install --ignore-scripts --omit=dev"],
];

/** Installs code-server in `folder` unless it is there; returns its program. */
export function installEditor(folder) {
  const program = join(folder, "node_modules/.bin/code-server");
  const done = join(folder, "installed");
  if (existsSync(done)) return program;
  const ripgrep = execSync("command -v rg", { encoding: "utf8" }).trim();
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, "package.json"))) execSync("npm init -y", { cwd: folder });
  for (const [where, command] of INSTALL)
    execSync(command, { cwd: join(folder, where), stdio: ["ignore", "ignore", "inherit"] });
  const bin = join(folder, "node_modules/code-server/lib/vscode/node_modules/@vscode/ripgrep/bin");
  mkdirSync(bin, { recursive: true });
  if (!existsSync(join(bin, "rg"))) symlinkSync(ripgrep, join(bin, "rg"));
  writeFileSync(done, VERSION);
  return program;
}

/** Packs an extension that does nothing but start `command` for CUDA; returns its file. */
export async function packClient(extension, folder, name, command, initializationOptions) {
  const { build } = await import("esbuild");
  mkdirSync(folder, { recursive: true });
  const manifest = {
    name,
    publisher: "test",
    version: "0.0.1",
    engines: { vscode: "^1.91.0" },
    main: "./main.js",
    activationEvents: ["onLanguage:cuda-cpp"],
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "README.md"), "For a test.\n");
  writeFileSync(join(folder, ".vscodeignore"), "*.vsix\n");
  await build({
    stdin: {
      contents: `import { LanguageClient } from "vscode-languageclient/node";
        export const activate = () => new LanguageClient(${JSON.stringify(name)},
          ${JSON.stringify(name)}, ${JSON.stringify({ command })},
          ${JSON.stringify({ documentSelector: [{ language: "cuda-cpp" }], initializationOptions })},
        ).start();`,
      resolveDir: extension,
    },
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
    outfile: join(folder, "main.js"),
  });
  const file = join(folder, `${name}.vsix`);
  execFileSync(
    join(extension, "node_modules/.bin/vsce"),
    ["package", "--no-dependencies", "--allow-missing-repository", "--skip-license", "-o", file],
    { cwd: folder, stdio: ["ignore", "ignore", "inherit"] },
  );
  return file;
}
