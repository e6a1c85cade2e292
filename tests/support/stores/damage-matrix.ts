// What happens when a file of the data folder is damaged, for each file and each kind of damage. The fault test does
// each of these and expects what is listed here; the table of docs/damaged-files.md is made from it.

/** What is done to a file while Heartwood is stopped. */
export const DAMAGES = ['flipped', 'halved', 'emptied', 'removed'] as const;
export type Damage = (typeof DAMAGES)[number];

export type Outcome =
  /** It starts with everything that was acknowledged. */
  | 'whole'
  /** It does not start, and changes nothing. */
  | 'refused'
  /** Either of the above, or an answer that is an error: never a different answer, and never a shorter one. */
  | 'never silent'
  /** It starts with everything except the photo's file, and says so. */
  | 'photo gone';

const OUTCOMES: Record<Outcome, string> = {
  whole: 'It starts with all that was acknowledged; lists are made anew where they were damaged.',
  refused: 'It does not start, changes nothing, and says what is missing and the ways on.',
  'never silent':
    'It does not start, or what was altered is an error at its place and health is not ok, or nothing that counts was hit.',
  'photo gone':
    'It starts. The photo is shown as gone until its file is put back or sent again, and health is not ok: at once where the file is missing or empty, else once it was asked for.',
};

export interface DamagedFile {
  /** In the data folder; if several match, the first. */
  file: RegExp;
  /** Its name in the table. */
  name: string;
  /**
   * Which folder it is damaged in: one that was stopped, or one that was killed, which has the newest events in the
   * -wal.
   */
  after: 'stop' | 'kill';
  outcomes: Record<Damage, Outcome>;
}

const all = (outcome: Outcome): Record<Damage, Outcome> => {
  return { flipped: outcome, halved: outcome, emptied: outcome, removed: outcome };
};

export const MATRIX: readonly DamagedFile[] = [
  {
    file: /^log\.db$/,
    name: '`log.db`',
    after: 'stop',
    outcomes: { ...all('refused'), flipped: 'never silent' },
  },
  { file: /^log\.db-wal$/, name: '`log.db-wal`', after: 'kill', outcomes: all('refused') },
  {
    file: /^state\.db$/,
    name: '`state.db`',
    after: 'stop',
    outcomes: { ...all('refused'), flipped: 'never silent' },
  },
  { file: /^state\.db-wal$/, name: '`state.db-wal`', after: 'kill', outcomes: all('never silent') },
  { file: /^read-models-.*\.db$/, name: '`read-models-*.db`', after: 'stop', outcomes: all('whole') },
  { file: /^read-models-.*\.db-wal$/, name: '`read-models-*.db-wal`', after: 'kill', outcomes: all('whole') },
  { file: /^lock\.db$/, name: '`lock.db`', after: 'stop', outcomes: all('whole') },
  { file: /^files\/log-seen\.json$/, name: '`files/log-seen.json`', after: 'stop', outcomes: all('whole') },
  { file: /^files\/..\/[0-9a-f]{64}$/, name: 'a photo below `files`', after: 'stop', outcomes: all('photo gone') },
];

/** The table and its legend as Markdown. */
export function damageTable(): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = MATRIX.map(({ name, after, outcomes }) => {
    const where = after === 'kill' ? `${name}, after a kill` : name;
    return line([where, ...DAMAGES.map((damage) => outcomes[damage])]);
  });
  const words = Object.entries(OUTCOMES).map(([outcome, meaning]) => `- ${outcome}: ${meaning}`);
  const head = [line(['file', ...DAMAGES]), line(Array(DAMAGES.length + 1).fill('---'))];
  return [...head, ...rows, '', ...words].join('\n');
}
