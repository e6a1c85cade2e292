import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseConfig } from '../platform/configuration/config.ts';
import { type GivenFile, givenKey, readAnchor } from '../platform/proof/verify/anchors.ts';
import { openToVerify } from '../platform/proof/verify/open.ts';
import { verifyLog } from '../platform/proof/verify/verify.ts';
import { verdictWords } from '../platform/proof/verify/words.ts';
import { systemClock } from '../platform/runtime/clock.ts';
import { withWayOut } from '../platform/runtime/error-texts.ts';

// Checks the whole log, also while Heartwood runs: npm run verify [-- --anchor FILE … [--key FILE]]
// Exits with 0 if it is whole, 1 if it is not, and 2 if it could not be checked.

try {
  const { anchor = [], key } = argumentsGiven();
  const given = key === undefined ? null : givenKey(fileGiven(key));
  const files = anchor.map(fileGiven);
  const opened = await openToVerify(parseConfig(process.env), systemClock);
  try {
    const anchors = files.map((file) => readAnchor(file, { given, kept: opened.kept.proof }));
    const { lines, faults } = verdictWords(await verifyLog(opened.log, opened.kept, anchors), anchors);
    for (const line of lines) console.log(line);
    for (const fault of faults) console.error(fault);
    if (faults.length > 0) {
      console.error(
        'The history is not whole. Keep a copy of it as it is, and compare it with a backup, which npm run restore puts into a folder of its own.',
      );
      process.exitCode = 1;
    }
  } finally {
    await opened.close();
  }
} catch (cause) {
  console.error(`The history was not checked: ${withWayOut(cause)}`);
  process.exit(2);
}

function argumentsGiven() {
  const options = { anchor: { type: 'string', multiple: true }, key: { type: 'string' } } as const;
  const { values } = parseArgs({ options });
  if (values.key !== undefined && values.anchor === undefined)
    throw new Error('A key checks an anchor: give the checkpoint that was kept with it, by --anchor FILE.');
  return values;
}

/** PowerShell writes what a program prints in UTF-16. */
function fileGiven(name: string): GivenFile {
  try {
    const bytes = readFileSync(name);
    const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
    return { name, text: bytes.toString(isWide ? 'utf16le' : 'utf8') };
  } catch (cause) {
    throw new Error(`${name} cannot be read: it must be a file with a checkpoint, a proof or a key.`, { cause });
  }
}
