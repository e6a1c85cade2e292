import { describe, expect, test } from 'vitest';
import { NOTHING } from '../../../../domain/invoice/allowances.ts';
import type { InvoiceEvent } from '../../../../domain/invoice/events.ts';
import { invoice } from '../../../../domain/invoice/invoice.ts';
import { nextReminder, reminderDue } from '../../../../domain/invoice/reminders.ts';
import { specify } from '../../../support/decider-specification.ts';
import { PLAIN_INVOICE } from '../../../support/samples/invoices.ts';

const RULE = [7, 21, 45];
const due = (remindedDays: number, today: string, rule = RULE) =>
  reminderDue({ dueDate: '2026-07-15', remindedDays }, rule, today);
const next = (remindedDays: number, today: string, rule = RULE) =>
  nextReminder({ dueDate: '2026-07-15', remindedDays }, rule, today);

describe('a reminder of an overdue invoice', () => {
  test('A reminder of an overdue invoice is due on the day that the rule says, and once', () => {
    expect(due(0, '2026-07-21')).toBeNull();
    expect(due(0, '2026-07-22')).toBe(7);
    expect(due(7, '2026-07-22')).toBeNull();
    expect(due(7, '2026-08-05')).toBe(21);
  });

  test('A reminder of an overdue invoice is one, the latest, where several were missed', () => {
    expect(due(0, '2026-08-20')).toBe(21);
    expect(due(0, '2028-01-01')).toBe(45);
    expect(due(45, '2028-01-01')).toBeNull();
  });

  test('A reminder of an overdue invoice follows a rule that changes: what was written counts by its days', () => {
    expect(due(21, '2026-08-10', [10, 30])).toBeNull();
    expect(due(21, '2026-08-14', [10, 30])).toBe(30);
    expect(due(0, '2026-08-14', [])).toBeNull();
  });

  test('A reminder of an overdue invoice tells its day ahead', () => {
    expect(next(0, '2026-07-01')).toBe('2026-07-22');
    expect(next(0, '2026-08-20')).toBe('2026-08-20');
    expect(next(21, '2026-08-20')).toBe('2026-08-29');
    expect(next(45, '2026-08-20')).toBeNull();
    expect(next(0, '2026-08-20', [])).toBeNull();
  });
});

const NOW = '2026-07-22T13:00:00.000Z';
const issued = {
  type: 'InvoiceIssued',
  data: {
    ...PLAIN_INVOICE,
    number: 1001,
    subtotal: 10_000,
    tax: 800,
    total: 10_800,
    surplus: 0,
    issuedAt: '2026-06-15T13:00:00.000Z',
  },
} as const;
const cameDue = (days: number) =>
  ({ type: 'InvoiceReminderCameDue', data: { days, open: 10_800, recordedAt: NOW } }) as const;
const paused = { type: 'InvoiceRemindersPaused', data: {} } as const;
const resumed = { type: 'InvoiceRemindersResumed', data: {} } as const;
const remind = (days: number) => ({ type: 'RemindOfInvoice', days, now: NOW }) as const;
const { given } = specify(invoice);

describe('an invoice', () => {
  test('An invoice says that a reminder came due, with what is open', () => {
    given(issued).when(remind(7)).then(cameDue(7));
    given(issued, cameDue(7)).when(remind(7)).thenNothingHappens();
    given(issued, cameDue(21)).when(remind(7)).thenNothingHappens();
    given(issued, cameDue(7)).when(remind(21)).then(cameDue(21));
  });

  test('An invoice is not reminded of where nothing is open, or nobody is to be reminded', () => {
    const cancelled: InvoiceEvent = {
      type: 'InvoiceCancelled',
      data: {
        kind: 'invoice',
        customerId: 'c',
        jobId: null,
        deductions: [],
        earlier: [],
        subtotal: 10_000,
        tax: 800,
        total: 10_800,
        surplus: 0,
        released: 0,
        forgiven: NOTHING,
        day: '2026-07-20',
        reason: null,
      },
    };
    const { number, subtotal, tax, total, surplus, issuedAt } = issued.data;
    const deposit = {
      type: 'InvoiceIssued',
      data: { ...PLAIN_INVOICE, kind: 'deposit', number, subtotal, tax, total, surplus, issuedAt },
    } as const;
    const deducted = {
      type: 'DepositDeducted',
      data: { by: 'i', reinstated: null, givenBack: 0, lowered: NOTHING, day: '2026-07-20' },
    } as const;
    given(issued, cancelled).when(remind(7)).thenNothingHappens();
    given(issued, paused).when(remind(7)).thenNothingHappens();
    given(issued, { type: 'InvoiceErased', data: {} }).when(remind(7)).thenNothingHappens();
    given(deposit).when(remind(7)).then(cameDue(7));
    given(deposit, deducted).when(remind(7)).then(cameDue(7));
    given(issued, paused, resumed).when(remind(7)).then(cameDue(7));
  });

  test('An invoice has its reminders paused and resumed, and each is undone', () => {
    given(issued).when({ type: 'PauseReminders', paused: true }).then(paused);
    given(issued, paused).when({ type: 'PauseReminders', paused: true }).thenNothingHappens();
    given(issued, paused).when({ type: 'PauseReminders', paused: false }).then(resumed);
    given(issued).when({ type: 'PauseReminders', paused: false }).thenNothingHappens();
    given(issued, paused).thenUndoneLeadsBack();
    given(issued, paused, resumed).thenUndoneLeadsBack();
  });
});
