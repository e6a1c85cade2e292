import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import type { TrialBalance } from '../../../api/accounting/schema.ts';
import { FiguresFrame } from '../../ui/figures/figures-frame.tsx';
import { Section } from '../../ui/layout/section.tsx';
import type { OnSearch } from '../../ui/search.ts';
import { DataArea, SkeletonRows } from '../../ui/status/data-area.tsx';
import type { Days } from '../../ui/values/days.ts';
import { Money } from '../../ui/values/money.tsx';
import type { AccountingSearch } from './accounting-search.ts';
import { asCsv, trialBalancePath, trialBalanceQuery } from './get-accounting.ts';

type Row = TrialBalance['rows'][number];

interface TrialBalanceProps {
  days: Days;
  account: string | undefined;
  onSearch: OnSearch<AccountingSearch>;
}

/** Each account's balance before, during and after some days; selecting an account filters the journal. */
export function TrialBalanceSection({ days, account, onSearch }: TrialBalanceProps) {
  const query = useQuery(trialBalanceQuery(days));
  return (
    <Section
      title="Trial balance"
      actions={
        <a className="bp6-button bp6-minimal" href={asCsv(trialBalancePath(days))} aria-label="Trial balance as CSV">
          CSV
        </a>
      }
    >
      <p className="hw-report-note">A balance below zero is a credit. Total debits equal total credits.</p>
      <DataArea
        query={query}
        isEmpty={({ rows }) => rows.every(isIdle)}
        firstUse={{ title: 'Nothing is booked through these days', description: 'Choose later days.' }}
        filtered={null}
        skeleton={<SkeletonRows rows={8} />}
      >
        {({ rows, debit, credit }) => (
          <FiguresFrame title="Trial balance">
            <table className="hw-figures hw-figures-stack">
              <thead>
                <tr>
                  <th scope="col">Account</th>
                  <th scope="col">Before</th>
                  <th scope="col">Debit</th>
                  <th scope="col">Credit</th>
                  <th scope="col">After</th>
                </tr>
              </thead>
              <tbody>
                {rows
                  .filter((row) => !isIdle(row))
                  .map((row) => (
                    <tr key={row.accountKey}>
                      <th scope="row">
                        <Button
                          variant="minimal"
                          text={row.account}
                          active={account === row.accountKey}
                          aria-pressed={account === row.accountKey}
                          onClick={() =>
                            onSearch({
                              account: account === row.accountKey ? undefined : row.accountKey,
                            })
                          }
                        />
                      </th>
                      <td data-label="Before">
                        <Money amount={row.opening} />
                      </td>
                      <td data-label="Debit">
                        <Money amount={row.debit} />
                      </td>
                      <td data-label="Credit">
                        <Money amount={row.credit} />
                      </td>
                      <td data-label="After">
                        <Money amount={row.closing} />
                      </td>
                    </tr>
                  ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">All accounts</th>
                  <td />
                  <td data-label="Debit">
                    <Money amount={debit} />
                  </td>
                  <td data-label="Credit">
                    <Money amount={credit} />
                  </td>
                  <td />
                </tr>
              </tfoot>
            </table>
          </FiguresFrame>
        )}
      </DataArea>
    </Section>
  );
}

/** Nothing was ever posted to it up to the last day. */
function isIdle({ opening, debit, credit }: Row): boolean {
  return [opening, debit, credit].every((amount) => Number(amount) === 0);
}
