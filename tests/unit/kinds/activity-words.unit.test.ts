import { describe, expect, test } from 'vitest';
import { PLAIN_REVISIONS, wordsOf } from '../../../console/entities/activity-words.ts';
import { registry } from '../../../domain/index.ts';
import { expectNone } from '../../support/findings.ts';

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
    [act('QuoteVersionSaved', 'QuoteSent'), 'Quote offered to the customer'],
    [act('JobRevised', 'JobClosedWithoutInvoice'), 'Nothing to invoice for a job'],
    [act('JobRevised', 'JobConflictsRecorded'), 'Job scheduled despite a conflict'],
    [act('CustomerDetailsRevised', 'PropertyRevised'), 'Customer changed'],
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
            'WORDS in console/entities/activity-words.ts.',
        ),
    );
  });

  test('What an event says is its own, and no plain revision beside it hides it', () => {
    const types = [...registry.keys()];
    const plain = types.filter((type) => PLAIN_REVISIONS.has(type));
    const telling = types.filter((type) => !PLAIN_REVISIONS.has(type));
    const ofPlain = new Set(plain.map((type) => wordsOf(act(type))));
    const listIn = 'PLAIN_REVISIONS in console/entities/activity-words.ts';
    expectNone([
      ...[...PLAIN_REVISIONS].filter((type) => !registry.has(type)).map((type) => `There is no ${type} of ${listIn}.`),
      ...telling
        .filter((type) => /(Revised|Saved)$/.test(type))
        .map((type) => `If ${type} says no more than that something changed, name it under ${listIn}.`),
      ...telling
        .filter((type) => ofPlain.has(wordsOf(act(type))))
        .map((type) => `${type} says “${wordsOf(act(type))}”, as a plain revision does. Give it words of its own.`),
      ...plain.flatMap((one) =>
        telling
          .filter((type) => wordsOf(act(one, type)) !== wordsOf(act(type)))
          .map((type) => `${one} hides ${type} in one act: “${wordsOf(act(one, type))}”.`),
      ),
    ]);
  });

  test('The first page says of an undo what the undo did, and not that this was undone', () => {
    expect(wordsOf({ ...act('EquipmentRestored'), isUndo: true })).toBe('Equipment restored by undo');
    const moved = { ...act('LeadStatusChanged'), status: 'New', isUndo: true };
    expect(wordsOf(moved)).toBe('Lead moved to New by undo');
  });
});
