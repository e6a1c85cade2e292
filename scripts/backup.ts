import { parseArgs } from 'node:util';
import { takeBackup } from '../platform/backup/backup.ts';
import { askedPassphrase, passphraseWarnings } from '../platform/backup/passphrase.ts';
import { listBackups } from '../platform/backup/shelf.ts';
import { takenText } from '../platform/backup/words.ts';
import { parseConfig } from '../platform/configuration/config.ts';
import { systemClock } from '../platform/runtime/clock.ts';
import { withWayOut } from '../platform/runtime/error-texts.ts';

// A backup of everything, also while Heartwood runs: npm run backup -- [FOLDER] [--keep N]
// Exits with 1 if there is none.

try {
  const config = parseConfig(process.env);
  const { folder, keep } = argumentsGiven(config.backup);
  const isNew = (await listBackups(folder)).length === 0;
  const passphrase = await askedPassphrase(config.backup.passphrase, isNew);
  const taken = await takeBackup({ config, folder, passphrase, keep, clock: systemClock });
  for (const line of takenText(taken, folder)) console.log(line);
  for (const warning of [...passphraseWarnings(config.backup.passphrase), ...taken.warnings]) console.warn(warning);
} catch (cause) {
  console.error(`No backup was made: ${withWayOut(cause)}`);
  process.exit(1);
}

function argumentsGiven(own: { folder: string | null; keep: number }): { folder: string; keep: number } {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } });
  const [folder = own.folder, ...others] = positionals;
  if (!folder || others.length > 0)
    throw new Error('Say into which folder, on another disk: npm run backup -- FOLDER [--keep N]');
  if (values.keep !== undefined && !/^[1-9]\d{0,4}$/.test(values.keep))
    throw new Error('--keep takes how many backups to keep, 1 or more.');
  return { folder, keep: values.keep === undefined ? own.keep : Number(values.keep) };
}
