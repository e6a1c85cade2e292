import { parseArgs } from 'node:util';
import { askedPassphrase, passphraseWarnings } from '../platform/backup/passphrase.ts';
import { readBackups, restoreBackup } from '../platform/backup/restore.ts';
import { listedText, restoredText } from '../platform/backup/words.ts';
import { parseConfig } from '../platform/configuration/config.ts';
import { systemClock } from '../platform/runtime/clock.ts';
import { withWayOut } from '../platform/runtime/error-texts.ts';

// Makes a data folder of a backup, or lists the backups: npm run restore -- [FOLDER] [--which N] [--into FOLDER] [--unproven]
// Exits with 1 if the history in it is not whole, and with 2 if it could not be restored.

const abort = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => abort.abort(new Error('Interrupted.')));

try {
  const { backup } = parseConfig(process.env);
  const { folder, which, into, isProofWaived } = argumentsGiven(backup.folder);
  const passphrase = await askedPassphrase(backup.passphrase, false);
  for (const warning of passphraseWarnings(backup.passphrase)) console.warn(warning);
  if (into === null) {
    for (const line of listedText(await readBackups(folder, passphrase))) console.log(line);
  } else {
    const wanted = { folder, passphrase, which, into, isProofWaived };
    const restored = await restoreBackup({ ...wanted, clock: systemClock, signal: abort.signal });
    for (const line of restored.verdict.lines) console.log(line);
    for (const fault of restored.verdict.faults) console.error(fault);
    for (const line of restoredText(restored, into)) (restored.isThere ? console.log : console.error)(line);
    if (restored.verdict.faults.length > 0) process.exitCode = 1;
  }
} catch (cause) {
  console.error(`Nothing was restored: ${withWayOut(cause)}`);
  process.exit(2);
}

function argumentsGiven(own: string | null) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { which: { type: 'string' }, into: { type: 'string' }, unproven: { type: 'boolean' } },
  });
  const [folder = own, ...others] = positionals;
  const { which = '1', into = null, unproven: isProofWaived = false } = values;
  if (!folder || into === '' || others.length > 0)
    throw new Error(
      'Say from which folder, and into which: npm run restore -- FOLDER [--which N] --into NEW_FOLDER. Without --into the backups are listed.',
    );
  if (!/^[1-9]\d{0,4}$/.test(which)) throw new Error('--which takes a number: 1 is the newest backup.');
  return { folder, which: Number(which), into, isProofWaived };
}
