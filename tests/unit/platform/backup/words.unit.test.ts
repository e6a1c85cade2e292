import { expect, test } from 'vitest';
import { restoredText } from '../../../../platform/backup/words.ts';

test('What was restored is started by a command that a shell takes as it is told', () => {
  const at = '2026-11-30T20:00:00.000Z';
  const last = { position: 1, id: 'a', recordedAt: at };
  const manifest = { takenAt: at, first: last, last, events: 1, log: [], state: [], files: [] };
  const told = (into: string) =>
    restoredText({ manifest, isThere: true, verdict: { lines: [], faults: [] } }, into).at(-1);
  expect(told('/srv/heartwood')).toBe('Start it with DATA_DIR=/srv/heartwood npm start.');
  expect(told("/srv/Sam's öaks")).toBe(String.raw`Start it with DATA_DIR='/srv/Sam'\''s öaks' npm start.`);
});
