import { describe, expect, test } from 'vitest';
import { type JobTold, visitKeptLetter, visitMovedLetter } from '../../../../domain/mail/letters.ts';

const company = { name: 'Green Tree Care', phone: '555-0100' };
const job: JobTold = {
  number: 'J-1001',
  customerName: 'Ada King',
  customerEmail: 'ada@example.com',
  propertyAddress: '3 Elm St',
};
const MONDAY = '2026-06-15T08:00';
const TUESDAY = '2026-06-16T13:30';

describe('the letter of a visit that moves', () => {
  test('The letter of a visit that moves tells the old and the new time, where, and whom to call', () => {
    expect(visitMovedLetter(job, company, { was: [MONDAY], is: [TUESDAY] })).toEqual({
      to: 'ada@example.com',
      toName: 'Ada King',
      subject: 'Your visit from Green Tree Care: a new time',
      text: [
        'Hi Ada,',
        'We have to move our visit at 3 Elm St (job J-1001).',
        'It was planned for Monday, June 15, 2026 at 8:00 AM.\nThe new time is Tuesday, June 16, 2026 at 1:30 PM.',
        'If the new time does not work for you, please tell us. We are sorry for the change.',
        'Questions? Just reply to this email or call us at 555-0100.',
        'Best regards,\nGreen Tree Care',
      ].join('\n\n'),
    });
  });

  test('The letter of a visit that moves says that we will call where there is no new time', () => {
    const letter = visitMovedLetter(job, company, { was: [MONDAY], is: [] });
    expect(letter?.subject).toBe('Your visit from Green Tree Care: we have to move it');
    expect(letter?.text).toContain('It was planned for Monday, June 15, 2026 at 8:00 AM.');
    expect(letter?.text).toContain('We do not have a new time yet. We will call you with one.');
  });

  test('The letter of a visit that moves tells each day of a job that takes several', () => {
    const letter = visitMovedLetter(job, company, { was: [MONDAY], is: [TUESDAY, '2026-06-17T08:00'] });
    expect(letter?.text).toContain(
      'The new time is Tuesday, June 16, 2026 at 1:30 PM and Wednesday, June 17, 2026 at 8:00 AM.',
    );
  });

  test('The letter of a visit that moves says less where less is known, and is none without an address', () => {
    const bare = { number: null, customerName: null, customerEmail: 'a@example.com', propertyAddress: null };
    const nobody = { name: null, phone: null };
    expect(visitMovedLetter(bare, nobody, { was: [MONDAY], is: [TUESDAY] })).toMatchObject({
      subject: 'Your visit: a new time',
      text: expect.stringContaining('Hello,\n\nWe have to move our visit.\n\n'),
    });
    for (const customerEmail of [null, ' ', '[erased]'])
      expect(visitMovedLetter({ ...job, customerEmail }, company, { was: [MONDAY], is: [] })).toBeNull();
  });
});

test('The letter of a visit that does not move after all tells when we come', () => {
  const letter = visitKeptLetter(job, company, [MONDAY]);
  expect(letter?.subject).toBe('Your visit from Green Tree Care stays as planned');
  expect(letter?.text).toContain('We told you that our visit at 3 Elm St (job J-1001) has to move. It does not');
  expect(letter?.text).toContain('We will be there on Monday, June 15, 2026 at 8:00 AM.');
});
