import { z } from 'zod';
import { ACCOUNT_KEYS } from '../../domain/accounts/terms.ts';
import { pageQuery } from '../kit/fields/common.schema.ts';
import { recordSchema } from '../kit/fields/fields.schema.ts';
import { dayGiven } from '../kit/fields/values.schema.ts';

const money = z.string().describe('Decimal text in dollars.');
const day = z.string().describe('`2026-06-15`, where the company is.');
const from = dayGiven('from').describe('The first day.');
const to = dayGiven('to').describe('The last day.');

/** A range of days, both ends included; a missing end leaves that side open. */
const days = { from: from.optional(), to: to.optional() };

export const linesAsked = pageQuery.omit({ search: true });

export const journalQuery = linesAsked
  .extend({
    ...days,
    account: z
      .enum(ACCOUNT_KEYS as [string, ...string[]], `account must be one of: ${ACCOUNT_KEYS.join(', ')}.`)
      .optional()
      .describe('Only what is booked on this account.'),
  })
  .superRefine(inOrder);
export type JournalQuery = z.output<typeof journalQuery>;

export const trialBalanceQuery = z.object({ ...days, format: pageQuery.shape.format }).superRefine(inOrder);

/** A line of the journal, with the fields of the file first. */
export const journalLine = z
  .object({
    date: day.describe('On which it is booked.'),
    account: z.string().describe('As the owner calls it.'),
    debit: money.nullable(),
    credit: money.nullable(),
    memo: z.string(),
    reference: z.string().describe('The document: `INV-1001`; debits and credits of each are the same.'),
    entry: z.string().describe('What is booked at once: `INV-1001-0`.'),
    id: z.string(),
    accountKey: z.string(),
    about: z.enum(['invoice', 'credit', 'cost']),
    aboutId: z.string().describe('The id of the invoice, of the customer whose credit it is, or of the cost.'),
    recordedAt: z.string().describe('ISO UTC.'),
    export: z.number().nullable().describe('The number of the export that has it; null where none has it yet.'),
    isCorrection: z.boolean().describe('It was recorded after its day was exported.'),
  })
  .meta({ id: 'JournalLine' });
export type JournalLine = z.output<typeof journalLine>;

/** The columns of the file. */
export const JOURNAL_COLUMNS = ['date', 'account', 'debit', 'credit', 'memo', 'reference', 'entry'] as const;

const balanceRow = z.object({
  accountKey: z.string(),
  account: z.string(),
  opening: money.describe('Its balance before the first day; credits are negative.'),
  debit: money,
  credit: money,
  closing: money.describe('Its balance at the end of the last day.'),
});

export const trialBalance = z
  .object({
    from: day.nullable(),
    to: day.nullable(),
    entries: z.number().describe('Of these days.'),
    debit: money,
    credit: money.describe('Equal to the debits.'),
    rows: z.array(balanceRow).describe('Every account.'),
  })
  .meta({ id: 'TrialBalance' });
export type TrialBalance = z.output<typeof trialBalance>;

const total = { entries: z.number(), amount: money.describe('The sum of the debits, which is that of the credits.') };

export const periodRecord = recordSchema(
  'AccountingPeriod',
  {},
  {
    number: z.number().describe('1, 2, …; the number of an undone export is not used again.'),
    from: day,
    to: day,
  },
);

export const exportBody = z.object({ from, to });

const accountSums = z.object({ accountKey: z.string(), account: z.string(), debit: money, credit: money });

export const accountingPeriods = z
  .object({
    today: day,
    next: z
      .object({ from: day, to: day })
      .nullable()
      .describe('What is to be exported next: up to the end of its month, or today. Null where nothing is.'),
    corrections: z.object(total).describe('What was recorded for exported days since: it goes into the next export.'),
    exports: z.array(periodRecord).describe('Newest first, without those that were undone.'),
    months: z
      .array(
        z.object({
          month: z.string().describe('`2026-06`'),
          state: z.enum(['open', 'partly', 'exported']),
          ...total,
          corrections: z.object(total).describe('Those that are waiting for the next export.'),
          accounts: z.array(accountSums).describe('Those on which something is booked.'),
        }),
      )
      .describe('Those with entries, the newest first.'),
  })
  .meta({ id: 'AccountingPeriods' });
export type AccountingPeriods = z.output<typeof accountingPeriods>;

/** The last day must not be before the first. */
export function inOrder(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  issues: z.core.$RefinementCtx,
): void {
  if (from !== undefined && to !== undefined && to < from)
    issues.addIssue({ code: 'custom', message: 'The last day must not be before the first.', path: ['to'] });
}
