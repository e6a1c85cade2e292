import { describe, expect, test } from 'vitest';
import {
  existing,
  type Presence,
  type PresenceWords,
  present,
  removal,
  requireNew,
  restoral,
  revision,
} from '../../../../domain/kit/presence.ts';

type Tree = Presence<{ name: string; isErased?: boolean }>;

const WORDS: PresenceWords = {
  noun: 'tree',
  absent: 'There is no such tree.',
  taken: 'This tree already exists.',
  removed: 'This tree was felled. Plant it again to change it.',
};
const absent: Tree = { presence: 'absent' };
const there: Tree = { presence: 'present', name: 'Oak' };
const gone: Tree = { presence: 'removed', name: 'Oak' };
const erased: Tree = { presence: 'removed', name: 'Oak', isErased: true };

describe('a record', () => {
  test('A record comes into being once', () => {
    expect(() => requireNew(absent, WORDS)).not.toThrow();
    for (const state of [there, gone]) {
      expect(() => requireNew(state, WORDS, 'id')).toThrow(expect.objectContaining({ code: 'conflict', field: 'id' }));
    }
  });

  test('A record is changed while it is there, and refused in its own words otherwise', () => {
    expect(present(there, WORDS).name).toBe('Oak');
    expect(() => present(absent, WORDS)).toThrow(expect.objectContaining({ code: 'not_found', message: WORDS.absent }));
    expect(() => present(gone, WORDS)).toThrow(expect.objectContaining({ code: 'removed', message: WORDS.removed }));
    expect(() => present(erased, WORDS)).toThrow(expect.objectContaining({ code: 'erased' }));
    expect(existing(gone, WORDS).name).toBe('Oak');
  });

  test('A record is removed and comes back, each once', () => {
    expect(removal(there, WORDS, 'felled')).toEqual(['felled']);
    expect(removal(gone, WORDS, 'felled')).toEqual([]);
    expect(restoral(gone, WORDS, 'planted')).toEqual(['planted']);
    expect(restoral(there, WORDS, 'planted')).toEqual([]);
    expect(() => restoral(erased, WORDS, 'planted')).toThrow(expect.objectContaining({ code: 'erased' }));
    expect(() => removal(absent, WORDS, 'felled')).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  test('A record is revised by the fields that change, checked as it would be then', () => {
    const before = { name: 'Oak', height: 9 };
    const revised = (changes: object) => changes;
    expect(revision({ name: 'Elm', height: 9 }, before, revised)).toEqual([{ name: 'Elm' }]);
    expect(revision({ name: 'Oak' }, before, revised)).toEqual([]);
    const seen: object[] = [];
    revision({ height: 10 }, before, revised, (details) => seen.push(details));
    expect(seen).toEqual([{ name: 'Oak', height: 10 }]);
  });
});
