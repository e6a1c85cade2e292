// Runs before the npm scripts: installs what package-lock.json asks for if it changed since the last time. Plain
// JavaScript for any Node from 20 on, because it runs before the project's own Node is there; an older one, from 12 on,
// gets as far as this check.
const OLDEST = [20, 19];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(
    `Heartwood is installed with Node ${OLDEST.join('.')} or later, and this is ${process.versions.node}: install a ` +
      'newer one from https://nodejs.org, then run this again.',
  );
  process.exit(1);
}

const { spawn } = require('node:child_process');
const { readFileSync, rmSync, writeFileSync } = require('node:fs');
const { basename, join, sep } = require('node:path');
const { setTimeout: delay } = require('node:timers/promises');
const { isInstalled, markInstalled } = require('./install-stamp.cjs');
const { checkPlatform, linkNode, thisNodeServes } = require('./link-node.cjs');

const root = join(__dirname, '..');
/** Outside node_modules, which npm empties. */
const turn = join(root, '.installing');

async function main() {
  if (isInstalled()) {
    // The next script runs under the Node that runs this one.
    if (!thisNodeServes()) linkNode();
    return;
  }
  checkPlatform();
  await takeTurn();
  try {
    if (!isInstalled()) await install();
  } finally {
    rmSync(turn, { force: true });
  }
}

/** Waits until no other process is installing into this folder. */
async function takeTurn() {
  for (let told = null; ; await delay(200)) {
    try {
      return writeFileSync(turn, String(process.pid), { flag: 'wx' });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = readHolder();
    if (holder === null) continue;
    if (!isRunning(holder)) {
      rmSync(turn, { force: true });
    } else if (holder !== told) {
      console.log(`Waiting for process ${holder}, which installs here (its mark is ${turn}) …`);
      told = holder;
    }
  }
}

function readHolder() {
  try {
    return Number(readFileSync(turn, 'utf8')) || null;
  } catch {
    return null;
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function install() {
  if (process.platform === 'win32' && process.execPath.startsWith(join(root, 'node_modules') + sep)) {
    throw new Error(
      'The dependencies changed, and Windows cannot replace a Node that runs: run "npm ci", then this again.',
    );
  }
  console.log('Installing the dependencies (package-lock.json changed since the last time) …');
  const status = await npm('ci', '--include=dev', '--include=optional', '--ignore-scripts', '--loglevel=error');
  if (status !== 0) throw new Error('The dependencies could not be installed: see above.');
  linkNode();
  markInstalled();
}

/** Runs npm (the one running this, if known) and exits with its code; an interruption reaches both. */
function npm(...options) {
  const cli = process.env.npm_execpath;
  const known = cli !== undefined && basename(cli) === 'npm-cli.js';
  const node = process.env.npm_node_execpath || process.execPath;
  const child = known
    ? spawn(node, [cli, ...options], { cwd: root, stdio: 'inherit' })
    : spawn('npm', options, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
