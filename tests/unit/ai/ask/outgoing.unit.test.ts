import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ASK_QUERIES } from '../../../../ai/ask/catalog.ts';
import { isOurs } from '../../../../ai/ask/matcher.ts';
import type { Named } from '../../../../ai/ask/names.ts';
import { outgoingOf, turningIn } from '../../../../ai/ask/outgoing.ts';
import { PLAIN, TURNING } from '../../../../ai/ask/plain-words.ts';
import { isIdle, stem } from '../../../../ai/ask/tokens.ts';

const TODAY = '2026-11-29';
const NAMED: Named[] = [
  { kind: 'crew', id: 'north', name: 'North Crew' },
  { kind: 'customer', id: 'best', name: 'Best Yard Services' },
];
const outgoing = (question: string) => outgoingOf(question, ASK_QUERIES, TODAY, NAMED);

describe('a question that goes out', () => {
  test.each([
    ['How well did we do?', 'how well did we do'],
    ['How did the North Crew’s work go in October 2025?', 'how did the [crew] work go [time]'],
    ['What do BEST YARD SERVICES get done for us?', 'what do [customer] get done for us'],
    ['Who’s doing well | since March', 'who doing well [time]'],
    ['Which Jobs came from Google Ads and went well?', 'which jobs came from google ads and went well'],
    ['Which good jobs are not invoiced?', 'which good jobs are not invoiced'],
    ['  Ｈｏｗ\u0000 well\u202e did we dö?  ', 'how well did we do'],
  ])('%s', (question, text) => {
    expect(outgoing(question)).toEqual({ text });
  });

  test('It holds nothing but placeholders, words of the catalog and everyday words, whatever is typed', () => {
    const known = ['revenue', 'did', 'well', 'Jobs', 'last month', 'North Crew', 'best', 'yard', 'services', 'in', '|'];
    const others = ['Robin', 'quimby', '413', '555-0177', 'rq@example.com', 'not', '=', '[', 'Ln.', '\u0000', '\n'];
    const word = fc.oneof(fc.constantFrom(...known), fc.constantFrom(...others), fc.string({ unit: 'grapheme' }));
    const glue = fc.constantFrom(' ', ' ', ', ', '', '? ');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, glue), { maxLength: 12 }), (parts) => {
        const out = outgoing(parts.flat().join(''));
        if (out === null || 'held' in out) return;
        for (const each of out.text.split(' ')) {
          if (/^\[(time|crew|customer|number)\]$/.test(each)) continue;
          expect(each).toMatch(/^\p{Ll}+$/u);
          expect(isOurs(stem(each)) || PLAIN.has(stem(each)), each).toBe(true);
        }
      }),
    );
  });
});

describe('a question that stays', () => {
  test.each([
    ['How is robin doing?', /^“robin” may be a name\.$/],
    ['Which yard did Will work at?', /^“will” may be a name\.$/],
    ['What did rose say?', /^“rose” may be a name\.$/],
    ['How did Grant, Rose and Mark do?', /“grant”, “rose”, “mark” may be a name/],
    ['good jobs except pruning', /^“except” may change what the question means\.$/],
    ['good jobs but pruning', /“but” may change/],
    ["Who didn't work well?", /“not” may change/],
    ['good jobs ≠ pruning', /“=” may change/],
    ['good revenue before October 2025', /“before” may change/],
    ['customers who paid well over 500', /“over”, “500” may change/],
    ['customers who paid well twice', /“twice” may change/],
    ['good revenue in May 2025 and in June 2025', /more than one time/],
  ])('%s', (question, held) => {
    expect(outgoing(question)).toEqual({ held: expect.stringMatching(held) });
  });

  test.each(['?', 'what is the', '', '|'])('It asks nothing: %s', (question) => {
    expect(outgoing(question)).toBeNull();
  });
});

test('A word that may turn a question around is on no other list, so that it is never passed over', () => {
  expect([...TURNING].filter((word) => isIdle(word) || PLAIN.has(word))).toEqual([]);
  expect(turningIn(['fuel not', '!', '500', 'well'])).toEqual(['not', '!', '500']);
});
