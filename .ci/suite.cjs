// Runs the tests as CI does. A file that failed runs once more, alone: green then counts as passed, and is told as flaky;
// failed again fails the run. Nothing else is tried twice. Plain JavaScript, for the Node that CI comes with.
// Usage: node .ci/suite.cjs <file for the counts: "passed failed">
const { spawnSync } = require('node:child_process');
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, relative } = require('node:path');

/** So many files can fail by the machine's fault; more are a defect. */
const MOST_FLAKY = 3;
const SLOWEST = 10;

/** The test command of the README, then what only `npm run test:deep` has. */
const COMMANDS = [
  ['npm', 'test', '--'],
  ['npm', 'run', 'test:deep', '--', '--tags-filter=deep || more'],
];

/**
 * Runs the commands one after the other, until one fails.
 * @param commands each takes Vitest's options and files as further arguments
 * @param options.stdio where Vitest's own words go
 * @returns the tests that passed and failed, and whether the run is good
 */
function runSuite(commands, { cwd = process.cwd(), print = console.log, stdio = 'inherit' } = {}) {
  const run = { cwd, print, stdio, passed: 0, failed: 0, flaky: [], files: [] };
  const isGood = commands.every((command) => isGreen(command, run)) && run.passed > 0;
  tellTimes(run);
  for (const { file, test, error } of run.flaky) print(`flaky: ${file} ${test}\n${error}`);
  return { passed: run.passed, failed: isGood ? 0 : Math.max(run.failed, 1), isGood };
}

function isGreen(command, run) {
  const { status, files } = vitest(command, [], run);
  const failed = files.filter(({ isFailed }) => isFailed);
  run.files.push(...files);
  run.passed += count(files, 'passed');
  run.failed += count(files, 'failed');
  if (failed.length === 0) return status === 0 || tell(run, `${command.join(' ')} ended with ${status}: see above.`);
  if (run.flaky.length + failed.length > MOST_FLAKY) return tell(run, `More than ${MOST_FLAKY} files failed.`);
  return failed.every((file) => isGreenAlone(command, file, run));
}

function isGreenAlone(command, file, run) {
  run.print(`Once more, alone: ${file.name}`);
  const again = vitest(command, [file.name], run);
  if (again.status !== 0) return tell(run, `Failed twice: ${file.name}`);
  run.passed += count(again.files, 'passed') - file.passed;
  run.failed -= file.failed;
  run.flaky.push(...file.failures.map((failure) => ({ file: file.name, ...failure })));
  return true;
}

function tell(run, problem) {
  run.print(problem);
  return false;
}

/** Runs Vitest by the command, and reads its report. */
function vitest([program, ...args], files, { cwd, stdio }) {
  const folder = mkdtempSync(join(tmpdir(), 'heartwood-ci-'));
  const report = join(folder, 'report.json');
  try {
    const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const { status } = spawnSync(program, [...args, ...options, ...files], {
      cwd,
      stdio: ['ignore', stdio, stdio],
    });
    return { status, files: filesOf(report, cwd) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function filesOf(report, cwd) {
  let results;
  try {
    results = JSON.parse(readFileSync(report, 'utf8')).testResults;
  } catch {
    return []; // it ended before it could tell
  }
  return results.map(({ name, status, message, startTime, endTime, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file fails without a failed test where it does not load, or its set-up throws.
    const isBroken = status === 'failed' && failed.length === 0;
    return {
      name: relative(cwd, name),
      seconds: (endTime - startTime) / 1_000,
      isFailed: isBroken || failed.length > 0,
      passed: assertionResults.filter((test) => test.status === 'passed').length,
      failed: isBroken ? 1 : failed.length,
      failures: isBroken
        ? [{ test: '(the file)', error: message }]
        : failed.map(({ fullName, failureMessages: [error = ''] }) => ({ test: fullName, error })),
    };
  });
}

function count(files, what) {
  return files.reduce((sum, file) => sum + file[what], 0);
}

function tellTimes({ files, print }) {
  const levels = new Map();
  for (const { name, seconds } of files) {
    const level = /\.(\w+)\.test\.ts$/.exec(name)?.[1] ?? '(none)';
    levels.set(level, (levels.get(level) ?? 0) + seconds);
  }
  print('Seconds of all files by level:');
  for (const [level, seconds] of levels) print(`${seconds.toFixed(0).padStart(6)} ${level}`);
  print('The slowest files:');
  const slowest = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  for (const { name, seconds } of slowest) print(`${seconds.toFixed(1).padStart(6)} ${name}`);
}

if (require.main === module) {
  const { passed, failed, isGood } = runSuite(COMMANDS);
  writeFileSync(process.argv[2], `${passed} ${failed}\n`);
  process.exitCode = isGood ? 0 : 1;
}

module.exports = { runSuite };
