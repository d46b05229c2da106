// Starts a program of bcrules with the arguments, streams and exit code of this process. It
// lies in the package of this platform, which npm chose among the optional dependencies.
"use strict";

const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const suffix = process.platform === "win32" ? ".exe" : "";
const programs = ["bcrules", "bchook", "bcindex", "bcstore"];

module.exports = (program) => {
  const args = process.argv.slice(2);
  let dir = installed();
  if (args[0] === "init" && dir.split(path.sep).includes("_npx")) {
    dir = settle(dir);
  }
  const done = spawnSync(path.join(dir, program + suffix), args, { stdio: "inherit" });
  if (done.error) {
    fail(done.error.message);
  }
  if (done.signal) {
    process.kill(process.pid, done.signal);
  }
  process.exitCode = done.status;
};

// installed is the folder of the programs for this platform.
function installed() {
  const name = `@bcrules/${process.platform}-${process.arch}`;
  try {
    return path.join(path.dirname(require.resolve(`${name}/package.json`)), "bin");
  } catch {
    const known = Object.keys(require("./package.json").optionalDependencies);
    return fail(
      known.includes(name)
        ? `found no ${name}, want it beside bcrules: install it without --omit=optional`
        : `found ${process.platform} on ${process.arch}, want one of ${known.join(", ")}`,
    );
  }
}

// settle puts the programs where they stay and returns that folder: init registers the
// program beside it, and what lies in the cache of npx may be gone tomorrow.
function settle(from) {
  const data =
    process.platform === "win32"
      ? process.env.LOCALAPPDATA || path.join(os.homedir(), "AppData", "Local")
      : process.env.XDG_DATA_HOME || path.join(os.homedir(), ".local", "share");
  const to = path.join(data, "bcrules", "bin");
  let put = false;
  try {
    fs.mkdirSync(to, { recursive: true });
    for (const program of programs) {
      put = place(path.join(from, program + suffix), path.join(to, program + suffix)) || put;
    }
  } catch (e) {
    fail(e.message);
  }
  if (put) {
    console.error(`put ${programs.join(", ")} in ${to}`);
  }
  return to;
}

// place copies a program and reports whether it wasn't there yet. One that runs goes on as
// it was.
function place(from, to) {
  if (fs.existsSync(to) && fs.readFileSync(to).equals(fs.readFileSync(from))) {
    return false;
  }
  const fresh = `${to}.${process.pid}`;
  fs.copyFileSync(from, fresh);
  fs.chmodSync(fresh, 0o755);
  fs.renameSync(fresh, to);
  return true;
}

function fail(message) {
  console.error(`bcrules: ${message}`);
  process.exit(1);
}
