import { Button } from '@blueprintjs/core';
import type { AccountingPeriods } from '../../../api/accounting/schema.ts';
import { FiguresFrame } from '../../ui/figures/figures-frame.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { useIsPhone } from '../../ui/layout/use-media.ts';
import type { OnSearch } from '../../ui/search.ts';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import type { Tone } from '../../ui/status/tone.ts';
import { type Days, daysOfMonth, formatMonth } from '../../ui/values/days.ts';
import { Money } from '../../ui/values/money.tsx';
import type { AccountingSearch } from './accounting-search.ts';

type Month = AccountingPeriods['months'][number];

const STATES: Readonly<Record<Month['state'], { label: string; tone: Tone }>> = {
  open: { label: 'Open', tone: 'grey' },
  partly: { label: 'Partly exported', tone: 'blue' },
  exported: { label: 'Exported', tone: 'green' },
};

interface MonthsProps {
  months: readonly Month[];
  /** The days of the journal shown below. */
  shown: Days;
  today: string;
  onSearch: OnSearch<AccountingSearch>;
}

/** Each month with its total and status; the selected one is shown below. */
export function MonthsSection({ months, shown, today, onSearch }: MonthsProps) {
  // A phone has room for what is asked most; the corrections have a section of their own.
  const isPhone = useIsPhone();
  return (
    <Section title="Months">
      <FiguresFrame title="Months">
        <table className="hw-figures">
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col" className="hw-figures-word">
                Status
              </th>
              {!isPhone && <th scope="col">Entries</th>}
              <th scope="col">Total</th>
              {!isPhone && <th scope="col">Corrections waiting</th>}
            </tr>
          </thead>
          <tbody>
            {months.map((month) => {
              const days = daysOf(month.month, today);
              const { label, tone } = STATES[month.state];
              const isShown = shown.from === days.from && shown.to === days.to;
              return (
                <tr key={month.month}>
                  <th scope="row">
                    <Button
                      variant="minimal"
                      text={formatMonth(month.month)}
                      active={isShown}
                      aria-pressed={isShown}
                      onClick={() => onSearch(days)}
                    />
                  </th>
                  <td className="hw-figures-word">
                    <StatusTag tone={tone}>{label}</StatusTag>
                  </td>
                  {!isPhone && <td>{month.entries.toLocaleString('en-US')}</td>}
                  <td>
                    <Money amount={month.amount} />
                  </td>
                  {!isPhone && (
                    <td>{month.corrections.entries === 0 ? '—' : month.corrections.entries.toLocaleString('en-US')}</td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </FiguresFrame>
    </Section>
  );
}

/** The days of a month up to today. */
function daysOf(month: string, today: string): Days {
  const days = daysOfMonth(month);
  return { ...days, to: days.to > today ? today : days.to };
}
