import type { KeptTiles } from '../log-tree.ts';
import { TILE } from '../log-tree.ts';
import { base64Of, HASH_BYTES, type Hash, rootOfPath } from '../merkle.ts';
import { isSignedBy, readCheckpoint, type VerifierKey } from '../note.ts';
import type { Checkpoint, KeptProof } from '../proofs.ts';
import { type Anchor, CannotVerify, keyOnMachine } from './anchors.ts';
import { eventText, Findings, shown } from './findings.ts';
import { hashOfEvents, rootsOver, type TilesRead } from './tiles.ts';
import type { LogRead, WholeLog } from './whole-log.ts';

/** What is kept beside a log, read before the log is. */
export interface Kept {
  proof: KeptProof;
  tiles: KeptTiles;
}

/** A signed head that the log was held against. */
export interface HeldHead {
  size: number;
  root: Hash;
  /** Null: it is kept on this machine alone. */
  anchor: Anchor | null;
  /** When it was made; of an anchor, when its last event was recorded. ISO UTC, null if not known. */
  at: string | null;
  agrees: boolean;
}

/** What became of verifying a log. */
export interface Verdict {
  /** How many events the log has. */
  events: number;
  isWhole: boolean;
  findings: Findings;
  /** By size, the smallest first. */
  heads: HeldHead[];
  /** Of what checked the checkpoints that are kept here; null if nothing was signed. */
  key: VerifierKey | null;
}

/** The tiles of a log that differ from what is kept are read again one by one, up to so many that do differ. */
const MOST_TILES = 20;

/**
 * Holds a whole log against all that was signed of it: the checkpoints that are kept on this machine, and those that
 * somebody kept elsewhere.
 * @throws CannotVerify if an anchor is of another log; what the log throws where it cannot be read just now
 */
export async function verifyLog(log: WholeLog, kept: Kept, anchors: readonly Anchor[]): Promise<Verdict> {
  const key = keyOnMachine(kept.proof);
  const findings = new Findings();
  const keptHeads = headsIn(kept.proof, key, findings);
  const sizes = [...keptHeads, ...anchors.map(({ checkpoint }) => checkpoint)].map(({ size }) => size);
  const places = anchors.flatMap(({ proof }) => proof?.index ?? []);
  const read = await log.read({ sizes: [...new Set(sizes)], places });
  findings.take(read.findings);
  if (!read.isRead) return { events: 0, isWhole: false, findings, heads: [], key };

  const rootOf = rootsOver((tile) => read.tiles.hashes.get(tile) ?? null);
  const hold = (head: { size: number; root: Hash }) => {
    const rest = head.size === 0 ? '' : read.tiles.rests.get(head.size);
    return { agrees: rest !== undefined && rootOf(head.size, rest) === head.root };
  };
  const heads: HeldHead[] = [
    ...anchors.map((anchor) => {
      const { size, root } = anchor.checkpoint;
      return { size, root, anchor, at: read.tiles.events.get(size - 1)?.at ?? null, ...hold(anchor.checkpoint) };
    }),
    ...keptHeads.map((head) => ({ ...head, anchor: null, ...hold(head) })),
  ].sort((a, b) => a.size - b.size);

  for (const { anchor, agrees } of heads) if (anchor && !agrees) requireOfThisLog(anchor, kept.proof);
  tellExchangedKey(anchors, kept.proof, findings);
  tellProofs(anchors, read.tiles, findings);
  await tellDisagreement(log, kept.tiles, { read, heads }, findings);
  return { events: read.events, isWhole: findings.told.length === 0, findings, heads, key };
}

/** A log that is signed under another name and does not begin as the anchor says may simply be another one. */
function requireOfThisLog({ file, checkpoint, isOfThisLog }: Anchor, { key, ended }: KeptProof): void {
  if (isOfThisLog || key?.name === checkpoint.name || ended.includes(checkpoint.name)) return;
  throw new CannotVerify(
    `${file} is a checkpoint of ${checkpoint.name}, which this log does not begin with, and this log ${key === null ? 'was never signed' : `is ${key.name}`}. ` +
      'Either it is of another company, or this log and its key were both exchanged since: compare it with a backup of then, which npm run restore puts into a folder of its own.',
  );
}

/** A name is made with its key, and only a log that ended has another one. */
function tellExchangedKey(anchors: readonly Anchor[], { key, ended }: KeptProof, findings: Findings): void {
  if (key === null) return;
  for (const { file, checkpoint, isOfThisLog } of anchors) {
    if (isOfThisLog || ended.includes(checkpoint.name)) continue;
    const text = `This Heartwood signs with another key than that of ${file}, and nobody accepted that this log began anew: the key in the state store was exchanged.`;
    findings.add(null, `${text} What it signed since proves nothing.`);
  }
}

/** The kept checkpoints that were signed with the log's key, each once; what is wrong with others is told. */
function headsIn({ checkpoints }: KeptProof, key: VerifierKey | null, findings: Findings) {
  const heads = new Map<string, { size: number; root: Hash; at: string | null }>();
  for (const stored of checkpoints) {
    const signed = typeof stored?.note === 'string' ? readCheckpoint(stored.note) : null;
    if (signed === null || key === null || signed.name !== key.name || !isSignedBy(signed.note, key)) {
      findings.add(
        null,
        `The checkpoint of ${shown(stored?.size)} events that is kept here is not signed with this log's key: it was changed.`,
      );
      continue;
    }
    if (!isAsSigned(stored, signed))
      findings.add(
        null,
        `What is kept beside the checkpoint of ${signed.size} events is not what was signed: it was changed.`,
      );
    heads.set(signed.note, { size: signed.size, root: signed.root, at: dateIn(stored) });
  }
  return [...heads.values()];
}

function isAsSigned({ size, root }: Checkpoint, signed: { size: number; root: Hash }): boolean {
  return size === signed.size && root === base64Of(signed.root);
}

function dateIn({ madeAt }: Checkpoint): string | null {
  return typeof madeAt === 'string' ? madeAt : null;
}

/** Of each anchor that proves an event: whether it is still that one. */
function tellProofs(anchors: readonly Anchor[], { events }: TilesRead, findings: Findings): void {
  for (const { file, checkpoint, proof } of anchors) {
    if (proof === null) continue;
    const found = events.get(proof.index);
    if (!found) findings.add(null, `Event ${proof.index + 1}, which ${file} proves, is missing.`);
    else if (rootOfPath(found.leaf, proof.index, checkpoint.size, proof.path) !== checkpoint.root)
      findings.add(
        found.position,
        `Event ${proof.index + 1} is not the one that ${file} proves: ${found.text} was changed, moved or put in its place.`,
      );
  }
}

/** Says of the first head that does not agree what it is about, as exactly as can be known. */
async function tellDisagreement(
  log: WholeLog,
  kept: KeptTiles,
  { read, heads }: { read: LogRead; heads: readonly HeldHead[] },
  findings: Findings,
): Promise<void> {
  const first = heads.find(({ agrees }) => !agrees);
  const proven = heads.findLast(({ agrees }) => agrees)?.size ?? 0;
  const changed = await changedTiles(log, kept, read);
  if (first)
    tellFirst(first, { read, heads, kept, hasTiles: changed.some(({ tile }) => tile * TILE < first.size) }, findings);
  if (changed.length === MOST_TILES)
    findings.add(null, `Of the events that differ the first ${MOST_TILES} places are told.`);
  for (const { tile, events } of changed) {
    const [from, to] = [tile * TILE + 1, (tile + 1) * TILE];
    if (to <= proven && !first)
      findings.add(
        null,
        `The hash of events ${from} to ${to} that is kept here is not theirs, though they are as they were signed: it was changed.`,
      );
    else findings.add(events[0]?.position ?? null, tileText(from, to, events, findings));
  }
}

function tileText(
  from: number,
  to: number,
  events: readonly { position: string; stream: unknown; revision: unknown; type: unknown }[],
  own: Findings,
): string {
  const [head, last] = [events[0], events.at(-1)];
  if (!head || !last) return `Events ${from} to ${to} are missing, or cannot be read.`;
  const isTold = own.told.some(
    ({ position }) => position !== null && position >= head.position && position <= last.position,
  );
  const what = isTold
    ? 'are not as they were: see what is said of them.'
    : `are not as they were: at least one of these ${events.length} was changed, exchanged, added or taken away, which one cannot be told.`;
  return `Events ${from} to ${to} (${eventText(head)}, to ${eventText(last)}) ${what}`;
}

function tellFirst(
  first: HeldHead,
  { read, heads, kept, hasTiles }: { read: LogRead; heads: readonly HeldHead[]; kept: KeptTiles; hasTiles: boolean },
  findings: Findings,
): void {
  const before = heads.findLast(({ agrees, size }) => agrees && size < first.size);
  const after = heads.find(({ agrees, size }) => agrees && size >= first.size);
  const named = headText(first);
  if (read.events < first.size)
    findings.add(null, `The log has lost its end: it has ${read.events} events, and ${named} is of ${first.size}.`);
  const range = `events ${(before?.size ?? 0) + 1} to ${first.size}`;
  const agreeing = before ? ` The last one that agrees is ${headText(before)}.` : ' No earlier one agrees.';
  findings.add(
    null,
    `The log is not what ${named} says: among ${range} something was changed, exchanged, added or taken away since it was signed.${agreeing}`,
  );
  const later = heads.filter(({ agrees, size }) => !agrees && size > first.size).length;
  if (later > 0) findings.add(null, `Of the later checkpoints, ${later} do not agree either.`);
  if (after)
    findings.add(
      null,
      `But ${headText(after)} agrees with the log as it is now. Both cannot be right: the log was changed and signed again with the same key, or ${named} is of another history that this key signed.`,
    );
  if (!hasTiles && read.events >= first.size) findings.add(null, withoutTiles(first, kept));
  else if (hasTiles && !areProved(first, read, kept))
    findings.add(
      null,
      'Which events differ, as said here, follows from hashes that are kept on this machine, and is not proved itself.',
    );
}

/** Whether the kept hashes are those of the tree that was signed. */
function areProved({ size, root }: HeldHead, { tiles }: LogRead, { hashes }: KeptTiles): boolean {
  const rest = tiles.rests.get(size);
  if (rest === undefined) return false;
  return rootsOver((tile) => hashes[tile] ?? null)(size, rest) === root;
}

function withoutTiles({ size }: HeldHead, { hashes }: KeptTiles): string {
  const end = Math.min(hashes.length, Math.floor(size / TILE)) * TILE;
  if (end === 0) return 'Which of them it was cannot be told: no hashes of so few events are kept.';
  const all = `the hashes of events 1 to ${end} that are kept here were made anew from the changed log`;
  return end === size
    ? `Which of them it was cannot be told: ${all}.`
    : `Either it is one of events ${end + 1} to ${size}, or ${all}.`;
}

/** A head in words, such as `the checkpoint of 300 events of 2026-06-01T12:00:00.000Z in the file anchor.txt`. */
export function headText({ size, anchor, at }: HeldHead): string {
  const where = anchor ? `in ${anchor.file}` : 'that is kept here';
  const when = at === null ? '' : anchor ? `, whose last event is of ${at}` : `, made at ${at}`;
  return `the checkpoint of ${size} events ${where}${when}`;
}

/** The kept tiles whose events are not what their hash says, in order. */
async function changedTiles(log: WholeLog, kept: KeptTiles, { tiles }: LogRead) {
  const changed: { tile: number; events: Awaited<ReturnType<WholeLog['inTile']>> }[] = [];
  for (const [tile, hash] of kept.hashes.entries()) {
    if (changed.length === MOST_TILES) break;
    if (tiles.hashes.get(tile) === hash) continue;
    const events = await log.inTile(tile, kept);
    const isSame = events.length === TILE && hash.length === HASH_BYTES && hashOfEvents(events) === hash;
    if (!isSame) changed.push({ tile, events });
  }
  return changed;
}
