import { describe, expect, test } from 'vitest';
import { invoiceLetter, receiptLetter } from '../../../../domain/mail/invoice-letters.ts';
import {
  answerLetter,
  officeNote,
  quoteLetter,
  reminderLetter,
  requestLetter,
} from '../../../../domain/mail/letters.ts';
import { LINK_MARK } from '../../../../domain/mail/marks.ts';
import { invoiceReminderLetter } from '../../../../domain/mail/reminder-letters.ts';

const company = { name: 'Green Tree Care', phone: '555-0100' };
const quote = {
  number: 'Q-1001',
  customerName: 'Ada Lovelace',
  customerEmail: 'ada@example.com',
  propertyAddress: '3 Elm St, Hadley',
  total: 123_450,
  validUntil: '2026-07-15',
};

describe('a letter', () => {
  test('A letter with a quote says what it costs, until when, and whom to ask', () => {
    expect(quoteLetter(quote, company)).toEqual({
      to: 'ada@example.com',
      toName: 'Ada Lovelace',
      subject: 'Your quote Q-1001 from Green Tree Care',
      text: [
        'Hi Ada,',
        'Thank you for asking us to look at your trees. Your quote Q-1001 for 3 Elm St, Hadley is ready: $1,234.50.',
        'Please look it over, ask us anything, and approve it online when you are ready:',
        LINK_MARK,
        'The price is good through July 15, 2026.',
        'Questions? Just reply to this email or call us at 555-0100.',
        'Best regards,\nGreen Tree Care',
      ].join('\n\n'),
    });
  });

  test('A letter does without what nobody has said', () => {
    const bare = { ...quote, number: null, customerName: null, propertyAddress: null, validUntil: null };
    const letter = quoteLetter(bare, { name: null, phone: null });
    expect(letter?.subject).toBe('Your quote');
    expect(letter?.text).toMatch(/^Hello,\n\n.*Your quote is ready: \$1,234\.50\./);
    expect(letter?.text).toMatch(/Just reply to this email\.\n\nBest regards,\nYour tree care team$/);
  });

  test('A letter of a receipt says what was more than the invoice needed, whether it is credit or pays what was owed', () => {
    const { customerName, customerEmail } = quote;
    const invoice = { kind: 'invoice', job: 'The oak', number: 'INV-1001', customerName, customerEmail, total: 10_000 };
    const told = { ...invoice, propertyAddress: null, balance: 0, paid: 10_000, dueDate: '2026-07-15' } as const;
    const letter = receiptLetter(told, company, { amount: 14_200, surplus: 4_200, method: 'check', day: '2026-06-15' });
    expect(letter?.text).toContain(
      '$142.00 by check on June 15, 2026, for your invoice INV-1001, The oak. $42.00 of it was more than was due on this invoice: it was added to your account.',
    );
    expect(letter?.text).not.toMatch(/credit|you owed/);
  });

  test('A letter of an invoice says what is due of it, and calls none paid that was waived in full', () => {
    const { customerName, customerEmail } = quote;
    const invoice = { kind: 'invoice', job: 'The oak', number: 'INV-1001', customerName, customerEmail, total: 10_000 };
    const said = (balance: number, paid: number) => {
      const told = { ...invoice, propertyAddress: null, balance, paid, dueDate: '2026-07-15' };
      return invoiceLetter(told, company, null)?.text;
    };
    expect(said(10_000, 0)).toContain('Please pay it by July 15, 2026.');
    expect(said(4_000, 6_000)).toContain('$40.00 of it is still unpaid, and due on July 15, 2026.');
    expect(said(0, 10_000)).toContain('It is paid in full. Thank you.');
    expect(said(0, 0)).toContain('Nothing is due on it.');
    expect(said(0, 0)).not.toMatch(/paid|how to pay/);
  });

  test('A letter goes to nobody without an address, and to nobody who was erased', () => {
    for (const customerEmail of [null, ' ', '[erased]']) {
      expect(quoteLetter({ ...quote, customerEmail }, company)).toBeNull();
      expect(reminderLetter({ ...quote, customerEmail }, company)).toBeNull();
    }
  });

  test('A letter has its link where we put it, whatever was typed', () => {
    const letter = quoteLetter({ ...quote, customerName: `Ada ${LINK_MARK}`, propertyAddress: LINK_MARK }, company);
    expect(letter?.text?.split(LINK_MARK)).toHaveLength(2);
  });

  test('A letter of a reminder, and one of an answer, lead to the quote too', () => {
    expect(reminderLetter(quote, company)?.text).toContain(LINK_MARK);
    const answer = answerLetter(quote, company, { question: 'Does the stump go?', answer: 'Yes, it does.' });
    expect(answer?.text).toContain('“Does the stump go?”');
    expect(answer?.text).toContain('Yes, it does.');
    expect(answer?.text).toContain(LINK_MARK);
  });
});

describe('to whoever asked through a public form', () => {
  test('A letter to whoever asked through a public form says what happens next, and nothing that they typed', () => {
    expect(requestLetter(' ada@example.com', company, { isOurs: true })).toEqual({
      to: 'ada@example.com',
      toName: null,
      subject: 'Your request to Green Tree Care has arrived',
      text: [
        'Hello,',
        'Thank you for your request. We have received it.',
        'We will contact you within 24 hours to discuss your tree service needs.',
        'After that, we will look at your trees on site, free of charge, and send you a detailed quote.',
        'If you did not make this request, you do not need to do anything.',
        'Questions? Just reply to this email or call us at 555-0100.',
        'Best regards,\nGreen Tree Care',
      ].join('\n\n'),
    });
  });

  test('A letter to whoever asked through a public form outside of the service area promises a local professional', () => {
    const letter = requestLetter('ada@example.com', { name: null, phone: null }, { isOurs: false });
    expect(letter).toMatchObject({ subject: 'Your request has arrived' });
    expect(letter?.text).toContain('A local professional will contact you soon');
    expect(letter?.text).not.toContain('24 hours');
  });

  test('A letter to whoever asked through a public form is not written without an address', () => {
    for (const address of [null, '', '[erased]']) expect(requestLetter(address, company, { isOurs: true })).toBeNull();
  });
});

describe('a note to the office', () => {
  const note = (what: Parameters<typeof officeNote>[3]) => officeNote(quote, company, 'office@green.example', what);

  test('A note to the office says what a customer did, and leads to the quote', () => {
    expect(note({ did: 'approved', total: 100_000, isChange: false })).toMatchObject({
      to: 'office@green.example',
      subject: 'Ada Lovelace approved quote Q-1001',
      text: expect.stringContaining('for $1,000.00. The job is waiting for a date.'),
    });
    expect(note({ did: 'declined', reason: 'Too high' }).text).toContain('“Too high”');
    expect(note({ did: 'declined', reason: null }).text).toContain('Ada Lovelace declined quote Q-1001');
    expect(note({ did: 'asked', question: 'When?' }).text).toContain('“When?”');
    expect(note({ did: 'asked', question: 'When?' }).text).toContain(LINK_MARK);
  });
});

describe('a reminder of an overdue invoice', () => {
  const invoice = {
    number: 'INV-1001',
    customerName: 'Ada Lovelace',
    customerEmail: 'ada@example.com',
    open: 10_800,
    job: 'Tree Removal at 3 Elm St',
    dueDate: '2026-07-15',
  };
  const payee = { ...company, paymentInstructions: 'Check to Green Tree Care\n1 Oak Rd, Hadley' };
  const letter = (before: number, day: string, told = {}) =>
    invoiceReminderLetter({ ...invoice, ...told }, payee, { before, day });

  test('A reminder of an overdue invoice is friendly at first, and says what is open, since when, where it stands and how to pay', () => {
    expect(letter(0, '2026-07-16')).toEqual({
      to: 'ada@example.com',
      toName: 'Ada Lovelace',
      subject: 'A reminder about invoice INV-1001 from Green Tree Care',
      text: [
        'Hi Ada,',
        'Thank you for having us care for your trees. Our invoice INV-1001 for Tree Removal at 3 Elm St was due on July 15, 2026. As of July 16, 2026 it is 1 day past due, and $108.00 is unpaid.',
        'Perhaps it slipped by. Everything about it is here:',
        LINK_MARK,
        'How to pay:\nCheck to Green Tree Care\n1 Oak Rd, Hadley',
        'If you have already paid, thank you: there is nothing more to do.',
        'Questions? Just reply to this email or call us at 555-0100.',
        'Best regards,\nGreen Tree Care',
      ].join('\n\n'),
    });
  });

  test('A reminder of an overdue invoice is plainer each time', () => {
    expect(letter(1, '2026-08-05')?.subject).toBe('Second reminder: invoice INV-1001 from Green Tree Care is past due');
    expect(letter(1, '2026-08-05')?.text).toContain('21 days past due, and $108.00 is unpaid.');
    for (const before of [2, 5]) {
      expect(letter(before, '2026-08-29')?.subject).toBe('Payment overdue: invoice INV-1001 from Green Tree Care');
      expect(letter(before, '2026-08-29')?.text).toContain('We have reminded you more than once');
    }
  });

  test('A reminder of an overdue invoice goes to nobody without an address, and has its link where we put it', () => {
    expect(letter(0, '2026-07-16', { customerEmail: ' ' })).toBeNull();
    for (const before of [0, 1, 2])
      expect(letter(before, '2026-08-29', { job: LINK_MARK })?.text?.split(LINK_MARK)).toHaveLength(2);
  });

  test('A reminder of an overdue invoice says whom to ask where nobody wrote how to pay', () => {
    const bare = invoiceReminderLetter(
      invoice,
      { ...payee, paymentInstructions: null },
      { before: 0, day: '2026-07-16' },
    );
    expect(bare?.text).toContain('Reply to this email, and we will tell you how to pay.');
  });
});
