import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../console/features/home/activity-words.ts';
import { registry } from '../../domain/index.ts';
import { expectNone } from '../support/findings.ts';

/** What programmers call things, and no dispatcher does. */
const OF_THE_LOG =
  /\b(revised|intended|issued|captured|registered|mail|life|withdrawn|taking|formed|disbanded|reinstated|released|claimed|application)\b/i;

const act = (...types: string[]) => ({ types, status: null, isUndo: false });

describe('what the first page says of an act', () => {
  test.each([
    [act('LeadCaptured'), 'New lead'],
    [act('EquipmentRetired'), 'Equipment retired'],
    [{ ...act('LeadDetailsRevised', 'LeadStatusChanged'), status: 'Won' }, 'Lead moved to Won'],
    [act('JobRevised', 'JobScheduled'), 'Job scheduled'],
    [act('MailIntended'), 'Email written'],
  ])('The first page says in plain words what the act %j did', (given, words) => {
    expect(wordsOf(given)).toBe(words);
  });

  test('No act is told in the words of the log', () => {
    expectNone(
      [...registry.keys()]
        .filter((type) => OF_THE_LOG.test(wordsOf(act(type))))
        .map(
          (type) =>
            `No words for ${type}: the first page would say “${wordsOf(act(type))}”. Say what people call it under ` +
            'WORDS in console/features/home/activity-words.ts.',
        ),
    );
  });

  test('The first page says of an undo what the undo did, and not that this was undone', () => {
    expect(wordsOf({ ...act('EquipmentRestored'), isUndo: true })).toBe('Equipment restored by undo');
    const moved = { ...act('LeadStatusChanged'), status: 'New', isUndo: true };
    expect(wordsOf(moved)).toBe('Lead moved to New by undo');
  });
});
