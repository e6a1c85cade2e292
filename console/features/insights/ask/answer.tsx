import { Button } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import type { AskAnswer } from '../../../../api/ask/schema.ts';
import { addressOf } from '../../../entities/addresses.ts';
import { type ReportColumn, ReportTable } from '../../../ui/figures/report-table.tsx';
import { formatMonth } from './month.ts';

interface AnswerProps {
  answer: AskAnswer;
  onRun(query: string, given: Record<string, string>): void;
}

/** What a query found, or what may have been meant. */
export function Answer({ answer, onRun }: AnswerProps) {
  if (answer.outcome === 'answered') return <Found answer={answer} />;
  return (
    <>
      <p className="hw-ask-words">{answer.words}</p>
      {answer.suggestions.length > 0 && (
        <ul className="hw-ask-suggestions" aria-label="Suggestions">
          {answer.suggestions.map(({ words, query, parameters }) => (
            <li key={`${query} ${words}`}>
              <Button text={words} onClick={() => onRun(query, parameters)} />
            </li>
          ))}
        </ul>
      )}
      {answer.suggestions.length === 0 && <p>Choose a question shows all that can be asked.</p>}
    </>
  );
}

type Row = AskAnswer['rows'][number];

const KINDS = {
  text: 'text',
  month: 'text',
  day: 'day',
  money: 'money',
  number: 'count',
  hours: 'hours',
  percent: 'percent',
} as const satisfies Record<AskAnswer['columns'][number]['kind'], ReportColumn<Row>['kind']>;

function Found({ answer: { words, columns, rows, total, sums, note, link } }: { answer: AskAnswer }) {
  return (
    <>
      {rows.length === 0 ? (
        <p className="hw-ask-words">There are none.</p>
      ) : (
        <ReportTable
          title={words}
          columns={columns.map((column, at): ReportColumn<Row> => {
            const value = ({ cells }: Row) => cells[at] ?? null;
            return {
              header: column.label,
              kind: KINDS[column.kind],
              value: column.kind === 'month' ? (row) => formatMonth(String(value(row))) : value,
              ...(at === 0 && { to: ({ opens }: Row) => opens && addressOf(opens.kind, opens.id) }),
            };
          })}
          rows={rows}
          keyOf={(row) => row.opens?.id ?? String(row.cells[0])}
          totals={sums}
        />
      )}
      {total > rows.length && (
        <p>
          The first {rows.length} of {total.toLocaleString('en-US')}.
        </p>
      )}
      {note && <p className="hw-ask-words">{note}</p>}
      {link && <PageLink {...link} />}
    </>
  );
}

function PageLink({ label, page }: NonNullable<AskAnswer['link']>) {
  const { pathname, searchParams } = new URL(page, location.origin);
  return (
    <p>
      <Link to={pathname} search={Object.fromEntries(searchParams)}>
        {label}
      </Link>
    </p>
  );
}
