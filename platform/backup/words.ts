import { resolve } from 'node:path';
import type { BackupTaken } from './backup.ts';
import type { Listed, Restored } from './restore.ts';
import type { Manifest } from './shelf.ts';

/** What was done, a line each. */
export function takenText({ takenAt, events, files, written, kept, removed }: BackupTaken, folder: string): string[] {
  const earlier = kept === 1 ? '' : ' Who was erased since an earlier one was made is still in that one.';
  const gone = removed === 0 ? '' : ` ${removed} older ${removed === 1 ? 'one was' : 'ones were'} removed.`;
  return [
    `The backup of ${takenAt} is in ${folder}: ${contentText(events, files)}. All of it was read back; ${sizeText(written)} of it was new.`,
    `${kept === 1 ? 'It is the only one there' : `There are ${kept} backups`}.${gone}${earlier}`,
  ];
}

/** The backups, by the number that `--which` takes. */
export function listedText(listed: readonly Listed[]): string[] {
  return listed.map(({ kept, manifest }, index) => {
    const what = manifest ? contentText(manifest.events, manifest.files.length) : 'cut or changed: cannot be restored';
    return `${index + 1}: ${new Date(kept.takenAt).toISOString()}, ${what}`;
  });
}

/** What became of a backup, a line each. */
export function restoredText({ manifest, isThere, verdict }: Restored, into: string): string[] {
  if (isThere) {
    const doubt = verdict.faults.length === 0 ? '' : ' Its history is not whole, as was said.';
    return [
      `${backupText(manifest)} is in ${into}.${doubt}`,
      'Who was erased after it was made is in it again: erase them once more.',
      `Start it with DATA_DIR=${asArgument(resolve(into))} npm start.`,
    ];
  }
  return [
    `Nothing was restored: the backup is as it was made, but its history was not whole then. Try an older one (--which), or take it as it is (--unproven).`,
  ];
}

/** As a shell takes it for one word. */
function asArgument(path: string): string {
  return /^[\w./:\\-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

function backupText({ takenAt, events, files, last }: Manifest): string {
  const until = last.recordedAt === null ? '' : `, the last of ${last.recordedAt}`;
  return `The backup of ${takenAt} (${contentText(events, files.length)}${until})`;
}

function contentText(events: number, files: number): string {
  return `${events} ${events === 1 ? 'event' : 'events'} and ${files} ${files === 1 ? 'file' : 'files'}`;
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
