import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signedCheckpoint } from '../../../platform/proof/note.ts';
import { createProofs } from '../../../platform/proof/proofs.ts';
import { type Anchor, CannotVerify, givenKey, readAnchor } from '../../../platform/proof/verify/anchors.ts';
import { openToVerify } from '../../../platform/proof/verify/open.ts';
import { verifyLog } from '../../../platform/proof/verify/verify.ts';
import { verdictWords } from '../../../platform/proof/verify/words.ts';
import { checksumOf, type LogRow } from '../../../store/embedded/log/schema.ts';
import { type OwnedStores, openEmbeddedStores } from '../../../store/embedded/stores.ts';
import type { EventStore } from '../../../store/event-store.ts';
import { runs } from '../../support/depth.ts';
import { notes, sampleCodec } from '../../support/samples/event-samples.ts';
import { flipBytes } from '../../support/stores/damage.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

/** Of the log that most tests are about, in streams that take turns. */
const EVENTS = 700;
const STREAMS = 7;
const HOUR_MS = 3_600_000;
const BEGAN = Date.parse('2026-06-01T12:00:00.000Z');
/** Signed an hour apart, and the last two events not at all. */
const SIGNED = [100, 280, 600, 698];

/** A folder with such a log, which nobody has open, and what was handed out of it. */
interface Made {
  folder: TempFolder;
  key: string;
  checkpoints: Map<number, string>;
  /** That the event at position 300 is among the first 600. */
  proof: string;
}

const madeFolders: TempFolder[] = [];
let made: Made;
let folder: TempFolder;
beforeAll(async () => {
  made = await makeLog();
});
beforeEach(async () => {
  folder = await copied(made.folder);
});
afterEach(() => folder.remove());
afterAll(async () => {
  for (const each of madeFolders) await each.remove();
});

/** @param options.hourMs what the clock moves on by after each checkpoint */
async function makeLog({ hourMs = HOUR_MS } = {}): Promise<Made> {
  const own = await tempFolder();
  madeFolders.push(own);
  let hours = 0;
  const clock = () => BEGAN + hours * hourMs;
  const stores = await openEmbeddedStores({ folder: own.path, now: clock, durable: false });
  const log = stores.eventStore(sampleCodec().codec);
  const proofs = createProofs(log, stores.state, clock);
  const checkpoints = new Map<number, string>();
  let proof = '';
  for (let count = 0; count < EVENTS; count += 2) {
    await appendTwo(log, count);
    if (!SIGNED.includes(count + 2)) continue;
    checkpoints.set(count + 2, (await proofs.checkpoint('asked')).note);
    hours += 1;
    if (count + 2 === 600) proof = (await proofs.inclusion(at(300))) ?? '';
  }
  const key = await proofs.verifierKey();
  await stores.close();
  return { folder: own, key, checkpoints, proof };
}

async function appendTwo(log: EventStore, count: number): Promise<void> {
  const turn = Math.floor(count / 2);
  const before = Math.floor(turn / STREAMS) * 2;
  await log.append(`tree-${turn % STREAMS}`, notes(2, `at ${count}`), before === 0 ? 'none' : BigInt(before - 1));
}

async function copied(from: TempFolder): Promise<TempFolder> {
  const own = await tempFolder();
  for (const name of readdirSync(from.path))
    if (/\.db$/.test(name)) copyFileSync(join(from.path, name), join(own.path, name));
  return own;
}

const anchorOf = (size: number, of = made) => of.checkpoints.get(size) ?? '';

interface Verified {
  isWhole: boolean;
  text: string;
}

/** @param given texts of anchors, and the key that was kept with them */
async function verified(anchors: readonly string[] = [], key?: string, path = folder.path): Promise<Verified> {
  const opened = await openToVerify(
    { dataDir: path, eventStoreUrl: null, eventStoreNamespace: 'hw', mongodbUrl: null, mongodbPrefix: 'hw' },
    () => BEGAN,
  );
  const given = key === undefined ? null : givenKey({ name: 'key.txt', text: key });
  const read: Anchor[] = anchors.map((text, at) =>
    readAnchor({ name: `anchor-${at + 1}.txt`, text }, { given, kept: opened.kept.proof }),
  );
  const verdict = await verifyLog(opened.log, opened.kept, read);
  const { lines, faults } = verdictWords(verdict, read);
  await opened.close();
  expect(verdict.isWhole).toBe(faults.length === 0);
  return { isWhole: verdict.isWhole, text: [...lines, ...faults].join('\n') };
}

/** What somebody does to log.db while nobody has it open. */
function altered(change: (db: DatabaseSync) => void, path = folder.path): void {
  const db = new DatabaseSync(join(path, 'log.db'), { defensive: false });
  change(db);
  db.close();
}

const rowAt = (db: DatabaseSync, position: number) =>
  db.prepare('SELECT * FROM events WHERE position = ?').get(position) as unknown as LogRow;
const rowsOf = (db: DatabaseSync) => db.prepare('SELECT * FROM events ORDER BY position').all() as unknown as LogRow[];

/** Writes all rows anew, each with a checksum that fits, as somebody does who knows how they are kept. */
function rewritten(change: (rows: LogRow[]) => LogRow[], path = folder.path): void {
  altered((db) => {
    const rows = change(rowsOf(db)).map((row) => ({ ...row, checksum: checksumOf(row) }));
    db.exec('DELETE FROM events');
    const insert = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
    for (const { position, stream, revision, id, type, data, metadata, checksum } of rows)
      insert.run(position, stream, revision, id, type, data, metadata, checksum);
  }, path);
}

/** Positions and revisions without gaps again. */
function renumbered(rows: readonly LogRow[]): LogRow[] {
  const revisions = new Map<string, number>();
  return rows.map((row, at) => {
    const revision = (revisions.get(row.stream) ?? -1) + 1;
    revisions.set(row.stream, revision);
    return { ...row, position: at + 1, revision };
  });
}

const at = (position: number) => String(position).padStart(16, '0');

describe('a log that nobody touched', () => {
  test('It is whole by what is kept beside it, and it is said what that is worth', async () => {
    const { isWhole, text } = await verified();
    expect(isWhole).toBe(true);
    expect(text).toContain('700 events were read.');
    expect(text).toContain('Events 1 to 698 are as this Heartwood signed them: the checkpoint of 698 events');
    expect(text).toContain('It is kept on this machine alone');
    expect(text).toContain('Events 699 to 700 are not signed yet');
    expect(readdirSync(folder.path).sort()).toEqual(
      readdirSync(made.folder.path)
        .filter((name) => /\.db$/.test(name))
        .sort(),
    );
  });

  test('It is whole by each checkpoint of it, and by the key of then', async () => {
    for (const size of SIGNED) expect(await verified([anchorOf(size)], made.key)).toMatchObject({ isWhole: true });
    const { isWhole, text } = await verified([anchorOf(280), anchorOf(100)]);
    expect(isWhole).toBe(true);
    expect(text).toContain('by the key on this machine');
    expect(text).toContain('whoever holds this machine could have exchanged that key together with the log');
    expect(text).toContain('Events 1 to 280 are as they were signed: the checkpoint of 280 events in anchor-1.txt');
    expect(text).toContain('Events 281 to 698 are as this Heartwood signed them');
  });

  test('It is whole by the proof of one of its events', async () => {
    expect(await verified([made.proof], made.key)).toMatchObject({ isWhole: true });
  });

  test('A clock that went backwards accuses nobody', async () => {
    const back = await makeLog({ hourMs: -HOUR_MS });
    expect(await verified([anchorOf(600, back)], back.key, back.folder.path)).toMatchObject({ isWhole: true });
  });

  test('Without the state store it is whole by a checkpoint and its key', async () => {
    const bare = await tempFolder();
    copyFileSync(join(folder.path, 'log.db'), join(bare.path, 'log.db'));
    expect(await verified([anchorOf(600)], made.key, bare.path)).toMatchObject({ isWhole: true });
    await expect(verified([anchorOf(600)], undefined, bare.path)).rejects.toThrow('There is no key on this machine');
    await bare.remove();
  });

  test('It is never accused while it is written to and signed', async () => {
    const stores: OwnedStores = await openEmbeddedStores({ folder: folder.path, now: Date.now, durable: false });
    const log = stores.eventStore(sampleCodec().codec);
    const proofs = createProofs(log, stores.state, Date.now);
    let isOver = false;
    let count = EVENTS;
    const writing = (async () => {
      for (; !isOver; count += 2) {
        await appendTwo(log, count);
        if (count % 50 === 0) await proofs.checkpoint('asked');
      }
    })();
    for (let round = 0; round < 8; round++) {
      const { text, isWhole } = await verified([anchorOf(698)]);
      expect(text).toContain('The history is whole.');
      expect(isWhole).toBe(true);
    }
    isOver = true;
    await writing;
    await stores.close();
    expect(count).toBeGreaterThan(EVENTS);
  });
});

describe('a log that somebody changed, with checksums that fit', () => {
  const changed = (position: number) =>
    rewritten((rows) => rows.map((row) => (row.position === position ? { ...row, type: 'NoteWon' } : row)));

  test('A changed event is told with the 256 among which it is, and since which checkpoint', async () => {
    changed(300);
    for (const anchors of [[], [anchorOf(698)]]) {
      const { isWhole, text } = await verified(anchors);
      expect(isWhole).toBe(false);
      expect(text).toContain(`Events 257 to 512 (tree-2@36 NoteTaken, position ${at(257)}, to tree-`);
      expect(text).toContain('at least one of these 256');
      expect(text).toContain(
        'The log is not what the checkpoint of 600 events that is kept here, made at 2026-06-01T14:00:00.000Z says: among events 281 to 600',
      );
      expect(text).toContain(
        'The last one that agrees is the checkpoint of 280 events that is kept here, made at 2026-06-01T13:00:00.000Z',
      );
      expect(text).not.toContain('not proved itself');
      expect(text.match(/^Events \d+ to \d+ \(/gm)).toHaveLength(1);
    }
  });

  test('The event that a kept proof is about is told by itself', async () => {
    changed(300);
    const { text } = await verified([made.proof]);
    expect(text).toContain('are not as they were: see what is said of them.');
    expect(text).toContain(
      `Event 300 is not the one that anchor-1.txt proves: tree-2@43 NoteWon, position ${at(300)} was changed, moved or put in its place.`,
    );
  });

  test('Of an event that was taken out, all later numbers made anew, it is told from where on', async () => {
    rewritten((rows) => renumbered(rows.filter(({ position }) => position !== 300)));
    const { isWhole, text } = await verified([anchorOf(698)]);
    expect(isWhole).toBe(false);
    expect(text).toContain('among events 281 to 600');
    expect(text).toContain('Events 257 to 512 (');
  });

  test('An event that was put in is found', async () => {
    rewritten((rows) => renumbered(rows.toSpliced(40, 0, { ...(rows[40] as LogRow), id: 'put in' })));
    expect(await verified([anchorOf(100)])).toMatchObject({ isWhole: false });
  });

  test('Two events of one record in each other’s place are told as those two', async () => {
    rewritten((rows) => {
      const [one, other] = [rows[14], rows[15]] as [LogRow, LogRow];
      return rows.with(14, { ...other, position: 15 }).with(15, { ...one, position: 16 });
    });
    const { text } = await verified([anchorOf(100)]);
    expect(text).toContain(`tree-0@3 at ${at(15)} stands before tree-0@2 at ${at(16)}`);
    expect(text).toContain('see what is said of them');
  });

  test('Whoever signs all anew with the key of this machine cannot sign what is kept elsewhere', async () => {
    changed(300);
    await signedAnew();
    expect(await verified()).toMatchObject({ isWhole: true });
    const { isWhole, text } = await verified([anchorOf(600)], made.key);
    expect(isWhole).toBe(false);
    expect(text).toContain('among events 1 to 600');
    expect(text).toContain('Both cannot be right');
    expect(text).toContain('were made anew from the changed log');
    // An earlier one that was kept too says since when.
    expect((await verified([anchorOf(600), anchorOf(280)], made.key)).text).toContain('among events 281 to 600');
  });

  test('Whoever exchanges the key too is found by the key that was kept', async () => {
    changed(300);
    await signedAnew({ withNewKey: true });
    expect(await verified()).toMatchObject({ isWhole: true });
    await expect(verified([anchorOf(600)])).rejects.toThrow(
      'it is of another company, or the key on this machine was exchanged',
    );
    await expect(verified([anchorOf(600)], made.key)).rejects.toThrow('this log and its key were both exchanged since');
    const { isWhole, text } = await verified([anchorOf(280)], made.key);
    expect(isWhole).toBe(false);
    expect(text).toContain('the key in the state store was exchanged');
  });

  /** As somebody does who holds the machine. */
  async function signedAnew({ withNewKey = false } = {}): Promise<void> {
    const stores = await openEmbeddedStores({ folder: folder.path, now: () => BEGAN, durable: false });
    const keep = withNewKey ? [] : ['proof/key'];
    for (const { key } of await stores.state.list('proof/')) if (!keep.includes(key)) await stores.state.delete(key);
    await createProofs(stores.eventStore(sampleCodec().codec), stores.state, () => BEGAN).checkpoint('asked');
    await stores.close();
  }

  test('An end that was cut off is told with how far the log had come', async () => {
    altered((db) => db.exec('DELETE FROM events WHERE position > 650'));
    for (const anchors of [[], [anchorOf(698)]]) {
      const { isWhole, text } = await verified(anchors);
      expect(isWhole).toBe(false);
      expect(text).toContain('The log has lost its end: it has 650 events');
      expect(text).toMatch(/state\.db has seen the event \S+ at position 0000000000000700/);
    }
  });
});

describe('a log that was damaged', () => {
  test('A changed row is told by its stream, revision, position and type', async () => {
    altered((db) => db.exec(`UPDATE events SET data = '{"text":"x"}' WHERE position = 17`));
    const { text } = await verified();
    expect(text).toContain(
      `The event tree-1@2 NoteTaken, position ${at(17)} was changed, or its checksum: they do not fit.`,
    );
  });

  test('A missing row is told by its position, and by its revision', async () => {
    altered((db) => db.exec('DELETE FROM events WHERE position IN (17, 400, 401)'));
    const { text } = await verified();
    expect(text).toContain(`The event at position ${at(17)} is missing.`);
    expect(text).toContain('Revision 2 of tree-1 is missing');
    expect(text).toContain(`The events from position ${at(400)} to ${at(401)} are missing.`);
    expect(text.match(/^Events \d+ to \d+ \(/gm)).toHaveLength(2);
  });

  test('Bytes in the place of a text are found', async () => {
    altered((db) => {
      db.exec('PRAGMA writable_schema = ON');
      db.exec(`UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = 'events'`);
    });
    altered((db) => db.exec('UPDATE events SET data = CAST(data AS BLOB) WHERE position = 699'));
    expect((await verified()).text).toContain(`position ${at(699)} was changed`);
  });

  test('A log.db of which nothing can be read is told as that, and not as one without events', async () => {
    // The first page of the rows.
    await flipBytes(join(folder.path, 'log.db'), rootOfRows(), 8);
    const { isWhole, text } = await verified([anchorOf(600)]);
    expect(isWhole).toBe(false);
    expect(text).toContain('log.db cannot be read: database disk image is malformed.');
    expect(text).not.toContain('has lost its end');
  });

  /** Where the page begins through which all rows are found. */
  function rootOfRows(): number {
    const db = new DatabaseSync(join(folder.path, 'log.db'), { readOnly: true });
    const { rootpage } = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'events'").get() as {
      rootpage: number;
    };
    db.close();
    return (rootpage - 1) * 4_096;
  }

  test('What Heartwood does not make in log.db is told', async () => {
    altered((db) => db.exec('CREATE TRIGGER lies AFTER INSERT ON events BEGIN DELETE FROM events; END'));
    expect((await verified()).text).toContain('log.db: It has what Heartwood did not make: the trigger lies.');
  });

  test('A kept checkpoint and a kept hash that were changed are told as that', async () => {
    const db = new DatabaseSync(join(folder.path, 'state.db'));
    db.exec(
      `UPDATE records SET value = replace(value, '"size":280', '"size":281') WHERE key LIKE 'proof/checkpoints/%280'`,
    );
    db.exec(`UPDATE records SET value = replace(value, '"hashes":"', '"hashes":"AAAA') WHERE key LIKE 'proof/tiles/%'`);
    db.close();
    const { text } = await verified([anchorOf(600)]);
    expect(text).toContain('What is kept beside the checkpoint of 280 events is not what was signed');
    expect(text).toContain('The hash of events 1 to 256 that is kept here is not theirs');
    expect(text).not.toContain('The log is not what');
  });

  test('A log.db that is gone is not whole, and no company is none', async () => {
    writeFileSync(join(folder.path, 'log.db'), '');
    expect((await verified()).text).toContain('The log has lost its end: it has 0 events');
    const bare = await tempFolder();
    await expect(verified([], undefined, bare.path)).rejects.toThrow('There is no Heartwood data in');
    await bare.remove();
  });
});

describe('what is no anchor of this log', () => {
  test('A checkpoint of another company accuses nobody', async () => {
    const other = await makeLog();
    await expect(verified([anchorOf(600, other)])).rejects.toThrow(CannotVerify);
    await expect(verified([anchorOf(600, other)], other.key)).rejects.toThrow('Either it is of another company');
    await expect(verified([anchorOf(600)], other.key)).rejects.toThrow('they do not belong together');
  });

  test('One with a wrong root that this log’s key signed is told, with what speaks against it', async () => {
    const db = new DatabaseSync(join(folder.path, 'state.db'));
    const { value } = db.prepare("SELECT value FROM records WHERE key = 'proof/key'").get() as { value: string };
    db.close();
    const forged = signedCheckpoint(JSON.parse(value), { size: 600, root: '\0'.repeat(32) });
    const { isWhole, text } = await verified([forged], made.key);
    expect(isWhole).toBe(false);
    expect(text).toContain(
      'But the checkpoint of 600 events that is kept here, made at 2026-06-01T14:00:00.000Z agrees',
    );
    expect(text).toContain('or the checkpoint of 600 events in anchor-1.txt');
    expect(text).toContain('is of another history that this key signed');
  });

  test.each([
    ['no checkpoint', () => 'Dear auditor', 'anchor-1.txt is no checkpoint'],
    ['a cut one', () => anchorOf(600).slice(0, 60), 'anchor-1.txt is no checkpoint'],
    [
      'one with another root',
      () => anchorOf(600).replace(/\n.{43}=\n/, `\n${Buffer.alloc(32).toString('base64')}\n`),
      'is not right',
    ],
    ['one of another size', () => anchorOf(600).replace('\n600\n', '\n601\n'), 'is not right'],
    ['one with a signature that was cut', () => anchorOf(600).replace(/.{8}\n$/, '\n'), 'is not right'],
  ])('%s is said to be that', async (_, text, words) => {
    await expect(verified([text()])).rejects.toThrow(words);
  });

  test('A key that is none is said to be that, and line ends of another system do not matter', async () => {
    await expect(verified([anchorOf(600)], `${made.key}A`)).rejects.toThrow('key.txt holds no key');
    expect(await verified([anchorOf(600).replaceAll('\n', '\r\n')], `${made.key}\r\n`)).toMatchObject({
      isWhole: true,
    });
  });
});

describe('random tampering', () => {
  const place = fc.integer({ min: 1, max: 698 });
  const text = fc.string({ minLength: 1, maxLength: 8 });
  const COLUMNS = ['position', 'stream', 'revision', 'id', 'type', 'data', 'metadata', 'checksum'] as const;
  const NUMBERS: ReadonlySet<string> = new Set(['position', 'revision', 'checksum']);

  const tampering: fc.Arbitrary<[name: string, change: () => void]> = fc.oneof(
    fc
      .tuple(place, fc.constantFrom(...COLUMNS), text, fc.integer({ min: 5_000, max: 2 ** 40 }))
      .map(([position, column, words, number]): [string, () => void] => [
        `${column} of ${position} is ${NUMBERS.has(column) ? number : JSON.stringify(words)}`,
        () =>
          altered((db) =>
            db
              .prepare(`UPDATE events SET ${column} = ? WHERE position = ?`)
              .run(NUMBERS.has(column) ? number : words, position),
          ),
      ]),
    fc
      .tuple(place, fc.constantFrom('stream', 'id', 'type', 'data', 'metadata'), text)
      .map(([position, column, words]): [string, () => void] => [
        `${column} of ${position} has ${JSON.stringify(words)} more, with a checksum that fits`,
        () =>
          rewritten((rows) =>
            rows.map((row) =>
              row.position === position ? { ...row, [column]: `${row[column as 'id']}${words}` } : row,
            ),
          ),
      ]),
    fc.tuple(place, fc.boolean()).map(([position, isClever]): [string, () => void] => [
      `${position} is deleted${isClever ? ', and all numbered anew' : ''}`,
      () =>
        rewritten((rows) => {
          const left = rows.filter((row) => row.position !== position);
          return isClever ? renumbered(left) : left;
        }),
    ]),
    fc
      .tuple(place, text)
      .map(([position, id]): [string, () => void] => [
        `One is added before ${position}`,
        () => rewritten((rows) => renumbered(rows.toSpliced(position - 1, 0, { ...(rows[position] as LogRow), id }))),
      ]),
    fc
      .tuple(place, place)
      .filter(([a, b]) => a !== b)
      .map(([a, b]): [string, () => void] => [
        `${a} and ${b} have each other's place`,
        () =>
          rewritten((rows) => {
            const [one, other] = [rows[a - 1], rows[b - 1]] as [LogRow, LogRow];
            return renumbered(rows.with(a - 1, other).with(b - 1, one));
          }),
      ]),
    fc.tuple(place, fc.integer({ min: 2, max: 50 })).map(([position, count]): [string, () => void] => [
      `${count} from ${position} on are the other way round`,
      () =>
        rewritten((rows) => {
          const from = Math.min(position, 698 - count) - 1;
          return renumbered(rows.toSpliced(from, count, ...rows.slice(from, from + count).reverse()));
        }),
    ]),
    place.map((position): [string, () => void] => [
      `The end from ${position} on is gone`,
      () => altered((db) => db.prepare('DELETE FROM events WHERE position >= ?').run(position)),
    ]),
  );

  test('Whatever is done to the rows of log.db, it is found against a checkpoint', {
    tags: ['more'],
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(tampering, async ([name, change]) => {
        const own = folder;
        folder = await copied(made.folder);
        try {
          change();
          const { isWhole } = await verified([anchorOf(698)], made.key);
          expect(isWhole, name).toBe(false);
        } finally {
          await folder.remove();
          folder = own;
        }
      }),
      { numRuns: runs(40) },
    );
  });

  test('A flipped bit anywhere in log.db is found, or nothing that is read differs', {
    tags: ['more'],
    timeout: 600_000,
  }, async () => {
    const path = join(folder.path, 'log.db');
    const bytes = readFileSync(path);
    const before = allThatIsRead(path);
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: bytes.length - 1 }),
        fc.integer({ min: 0, max: 7 }),
        async (offset, bit) => {
          const flipped = Buffer.from(bytes);
          flipped[offset] = (flipped[offset] as number) ^ (1 << bit);
          writeFileSync(path, flipped);
          const isWhole = await verified([anchorOf(698)], made.key).then(
            (verdict) => verdict.isWhole,
            () => false,
          );
          if (isWhole) expect(allThatIsRead(path)).toEqual(before);
          else found += 1;
        },
      ),
      { numRuns: runs(60) },
    );
    expect(found).toBeGreaterThan(0);
  });

  /** In the order of the log, by each stream, and by each position. */
  function allThatIsRead(path: string): unknown {
    const db = new DatabaseSync(path, { readOnly: true });
    try {
      const all = rowsOf(db);
      const streams = Array.from({ length: STREAMS }, (_, stream) =>
        db.prepare('SELECT * FROM events WHERE stream = ? ORDER BY revision').all(`tree-${stream}`),
      );
      return [all, streams, all.map(({ position }) => rowAt(db, position))];
    } catch (cause) {
      return String(cause);
    } finally {
      db.close();
    }
  }
});
