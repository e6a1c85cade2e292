import { Link } from '@tanstack/react-router';
import type { JournalLine } from '../../../api/accounting/schema.ts';
import { FiguresFrame } from '../../ui/figures/figures-frame.tsx';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { Day } from '../../ui/values/day.tsx';
import { Money } from '../../ui/values/money.tsx';

interface LinesTableProps {
  title: string;
  lines: readonly JournalLine[];
}

/** Journal lines, each with its document. */
export function LinesTable({ title, lines }: LinesTableProps) {
  return (
    <FiguresFrame title={title}>
      <table className="hw-figures hw-figures-stack">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col" className="hw-figures-word">
              Account
            </th>
            <th scope="col">Debit</th>
            <th scope="col">Credit</th>
            <th scope="col" className="hw-figures-word">
              Memo
            </th>
            <th scope="col" className="hw-figures-word">
              Reference
            </th>
            <th scope="col" className="hw-figures-word">
              Export
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <th scope="row">
                <Day iso={line.date} />
              </th>
              <td data-label="Account" className="hw-figures-word">
                {line.account}
              </td>
              <td data-label="Debit">{line.debit && <Money amount={line.debit} />}</td>
              <td data-label="Credit">{line.credit && <Money amount={line.credit} />}</td>
              <td data-label="Memo" className="hw-figures-word">
                {line.memo}
              </td>
              <td data-label="Reference" className="hw-figures-word">
                <Reference line={line} />
              </td>
              <td data-label="Export" className="hw-figures-word">
                <ExportState line={line} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </FiguresFrame>
  );
}

function Reference({ line: { about, aboutId, reference } }: { line: JournalLine }) {
  if (about === 'invoice')
    return (
      <Link to="/invoices" search={{ invoice: aboutId }}>
        {reference}
      </Link>
    );
  if (about === 'credit')
    return (
      <Link to="/customers/$id" params={{ id: aboutId }}>
        {reference}
      </Link>
    );
  return (
    <Link to="/costs" search={{ cost: aboutId }}>
      {reference}
    </Link>
  );
}

function ExportState({ line }: { line: JournalLine }) {
  if (line.export !== null) return <>{line.isCorrection ? `${line.export}, as a correction` : line.export}</>;
  return line.isCorrection ? <StatusTag tone="amber">Correction waiting</StatusTag> : <>Not yet</>;
}
