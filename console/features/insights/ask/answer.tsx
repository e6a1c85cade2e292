import { Button } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import type { AskAnswer } from '../../../../api/ask/schema.ts';
import { addressOf } from '../../../entities/addresses.ts';
import { type ReportColumn, ReportTable } from '../../../ui/figures/report-table.tsx';
import { Sent } from '../sent.tsx';
import { formatMonth } from './month.ts';

interface AnswerProps {
  answer: AskAnswer;
  onRun(query: string, given: Record<string, string>): void;
  onAsk(question: string): void;
  /** Opens the queries as a form. */
  onForm(): void;
  /** Asks a model that gave no answer once more. */
  onAgain(): void;
}

/** What a query found, or what may have been meant; and what a model had to do with it. */
export function Answer({ answer, onRun, onAsk, onForm, onAgain }: AnswerProps) {
  const { outcome, words, caution, fallback, suggestions, spelled, sent, model } = answer;
  const isAnswered = outcome === 'answered';
  return (
    <>
      {!isAnswered && <p className="hw-ask-words">{words}</p>}
      {spelled !== null && (
        <div className="hw-ask-suggestions">
          <Button intent="primary" text={`Did you mean: ${spelled}?`} onClick={() => onAsk(spelled)} />
        </div>
      )}
      {fallback && <p className="hw-ask-words">{fallback}</p>}
      {isAnswered && caution && <p className="hw-ask-words">{caution}</p>}
      {isAnswered && <Found answer={answer} />}
      {isAnswered && suggestions.length > 0 && <p className="hw-ask-words">It may also mean:</p>}
      {suggestions.length > 0 && (
        <ul className="hw-ask-suggestions" aria-label="Suggestions">
          {suggestions.map((each) => (
            <li key={`${each.query} ${each.words}`}>
              <Button text={each.words} onClick={() => onRun(each.query, each.parameters)} />
            </li>
          ))}
        </ul>
      )}
      {!isAnswered && (
        <div className="hw-ask-suggestions">
          {sent && model === null && <Button text="Ask again" onClick={onAgain} />}
          <Button variant="outlined" text="Choose a question" onClick={onForm} />
        </div>
      )}
      {sent && <SentQuestion {...sent} />}
    </>
  );
}

function SentQuestion({ input, instructions, tools }: NonNullable<AskAnswer['sent']>) {
  return (
    <Sent
      parts={[
        ['Question', input],
        ['Instructions', instructions],
        ['Queries to choose from', tools.map((tool) => JSON.stringify(tool)).join('\n')],
      ]}
    />
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

function Found({ answer: { words, columns, rows, total, sums, note, link, file } }: { answer: AskAnswer }) {
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
      {file !== null && rows.length > 0 && (
        <p>
          <a href={file}>All rows as CSV</a>
        </p>
      )}
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
