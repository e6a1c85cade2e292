import { describe, expect, test } from 'vitest';
import {
  applyWords,
  movesSentence,
  outageSentence,
} from '../../../../console/features/schedule/replan/replan-words.ts';

const place = { crew_id: 'crew-1', crew_name: 'Crew 1', start: '2036-06-17T08:00', end: '2036-06-17T10:00' };
const later = { to: place, days_later: 1, is_promised: false };
const sameDay = { to: place, days_later: 0, is_promised: false };
const off = { to: null, days_later: null, is_promised: false };

describe('what a rain day moves', () => {
  test.each([
    [[], 'Nothing has to move.'],
    [[later], '1 job moves to another day.'],
    [[later, later], '2 jobs move to another day.'],
    [[{ ...later, is_promised: true }], '1 job moves to another day. It was promised.'],
    [[later, { ...later, is_promised: true }], '2 jobs move to another day. 1 of them was promised.'],
    [
      [later, sameDay, sameDay, off, { ...off, is_promised: true }, { ...later, is_promised: true }],
      '2 jobs move to another day, 2 jobs move on their day, and 2 jobs are taken off their day. 2 of them were promised.',
    ],
  ])('What a rain day moves is told in a sentence', (moves, sentence) => {
    expect(movesSentence(moves)).toBe(sentence);
  });
});

describe('what a plan works without', () => {
  const machine = {
    category: 'equipment',
    id: 'saw',
    name: 'Bandit',
    from: '2036-06-17',
    to: '2036-06-17',
    half: null,
  };
  const person = { ...machine, category: 'staff', name: 'Ann Lee' };

  test.each([
    [machine, 'Applying this takes Bandit out of service.'],
    [{ ...machine, name: null }, 'Applying this takes the machine out of service.'],
    [person, 'Applying this records sick days of Ann Lee: Tuesday, June 17.'],
    [{ ...person, half: 'afternoon' }, 'Applying this records sick days of Ann Lee: Tuesday, June 17, afternoon.'],
  ])('What applying a plan records is told beside its moves', (outage, sentence) => {
    expect(outageSentence(outage)).toBe(sentence);
  });

  test('What applying a plan recorded is told of one that is in effect', () => {
    expect(outageSentence(machine, true)).toBe('Applying this took Bandit out of service.');
    expect(outageSentence(person, true)).toBe('Applying this recorded sick days of Ann Lee: Tuesday, June 17.');
  });

  test.each([
    [1, null, 'Move 1 job'],
    [2, machine, 'Move 2 jobs, take out of service'],
    [0, machine, 'Take out of service'],
    [1, person, 'Move 1 job, record sick days'],
    [0, person, 'Record sick days'],
  ])('The button says what applying does', (jobs, outage, text) => {
    expect(applyWords(jobs, outage)).toBe(text);
  });
});
