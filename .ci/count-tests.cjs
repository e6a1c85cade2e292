// Prints "<passed> <failed>" of vitest's JSON report. A file that fails without a failed test in it (it does not load, or
// its set-up throws) counts as one failure.
const { readFileSync } = require('node:fs');

const report = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const brokenFiles = report.testResults.filter(
  (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
);
console.log(report.numPassedTests, report.numFailedTests + brokenFiles.length);
