import { daysLate } from '../invoice/reminders.ts';
import type { Letter } from './events.ts';
import { from, howToPay, money, numbered, type PayeeTold, type Told, toCustomer } from './letters.ts';
import { LINK_MARK, typed } from './marks.ts';

/** What a reminder says about an overdue invoice. */
export interface OverdueTold extends Omit<Told, 'propertyAddress'> {
  /** The work it is for, in words. */
  job: string | null;
  /** The open amount, in cents. */
  open: number;
  /** `YYYY-MM-DD` */
  dueDate: string;
}

/**
 * A reminder to the customer of an overdue invoice, friendly at first and firmer later; null if they have no address.
 * @param options.before how many reminders of it the customer has already had
 * @param options.day the day it is written, `YYYY-MM-DD`
 */
export function invoiceReminderLetter(
  invoice: OverdueTold,
  company: PayeeTold,
  { before, day }: { before: number; day: string },
): Letter | null {
  const told = { ...invoice, propertyAddress: null };
  const which = `invoice${numbered(told)}${purpose(invoice)}`;
  const due = inWords(invoice.dueDate);
  const late = `As of ${inWords(day)} it is ${inDays(daysLate(invoice.dueDate, day))} past due, and ${money(invoice.open)} is unpaid.`;
  const pay = howToPay(company);
  if (before === 0) {
    return toCustomer(told, company, `A reminder about invoice${numbered(told)}${from(company)}`, [
      `Thank you for having us care for your trees. Our ${which} was due on ${due}. ${late}`,
      'Perhaps it slipped by. Everything about it is here:',
      LINK_MARK,
      pay,
      'If you have already paid, thank you: there is nothing more to do.',
    ]);
  }
  if (before === 1) {
    return toCustomer(told, company, `Second reminder: invoice${numbered(told)}${from(company)} is past due`, [
      `We wrote to you about our ${which}, which was due on ${due}. ${late}`,
      'Please pay it within the next seven days. Everything about it is here:',
      LINK_MARK,
      pay,
      'If something about this invoice is not right, please tell us now. If you have already paid, thank you.',
    ]);
  }
  return toCustomer(told, company, `Payment overdue: invoice${numbered(told)}${from(company)}`, [
    `We have reminded you more than once about our ${which}, which was due on ${due}. ${late}`,
    'Please pay the full amount now, or call us today, so that we can agree on how you will pay it. Everything about it is here:',
    LINK_MARK,
    pay,
    'If your payment is on its way, thank you.',
  ]);
}

function purpose({ job }: OverdueTold): string {
  const words = typed(job ?? '').replace(/\s+/g, ' ');
  return words ? ` for ${words}` : '';
}

function inDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

function inWords(day: string): string {
  return DAY.format(Date.parse(day));
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
