import { accountName } from '../../domain/accounts/accounts.ts';
import { ACCOUNT_KEYS, type AccountNames } from '../../domain/accounts/terms.ts';
import { formatCents } from '../../domain/kit/money.ts';
import type { ReadModels } from '../../store/read-models.ts';
import type { TrialBalance } from './schema.ts';

/** The total of each account in and before a range of days. Without a first day, it is all up to the last day. */
export async function trialBalanceOf(
  models: Pick<ReadModels, 'sum'>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  names: AccountNames,
): Promise<TrialBalance> {
  const upTo = to && { lte: to };
  const [before, within] = await Promise.all([
    from === undefined ? new Map<string, Sums>() : sumsOf(models, { lt: from }),
    sumsOf(models, from || upTo ? { ...(from && { gte: from }), ...upTo } : null),
  ]);
  const rows = ACCOUNT_KEYS.map((account) => {
    const { debit, credit } = within.get(account) ?? NOTHING;
    const opening = balance(before.get(account) ?? NOTHING);
    return { account, opening, debit, credit, closing: opening + debit - credit };
  });
  const total = (field: 'debit' | 'credit') => formatCents(rows.reduce((sum, row) => sum + row[field], 0));
  return {
    from: from ?? null,
    to: to ?? null,
    entries: [...within.values()].reduce((sum, { entries }) => sum + entries, 0),
    debit: total('debit'),
    credit: total('credit'),
    rows: rows.map(({ account, opening, debit, credit, closing }) => ({
      accountKey: account,
      account: accountName(account, names),
      opening: formatCents(opening),
      debit: formatCents(debit),
      credit: formatCents(credit),
      closing: formatCents(closing),
    })),
  };
}

interface Sums {
  debit: number;
  credit: number;
  entries: number;
}

const NOTHING: Sums = { debit: 0, credit: 0, entries: 0 };

function balance({ debit, credit }: Sums): number {
  return debit - credit;
}

async function sumsOf(
  models: Pick<ReadModels, 'sum'>,
  day: { lt?: string; gte?: string; lte?: string } | null,
): Promise<Map<string, Sums>> {
  const sum = ['debit', 'credit', 'entries'];
  const groups = await models.sum('journal', { where: day ? { day } : {}, groupBy: ['account'], sum });
  return new Map(groups.map(({ by, sums }) => [String(by['account']), sums as unknown as Sums]));
}
