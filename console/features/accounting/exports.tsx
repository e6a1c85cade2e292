import { Button } from '@blueprintjs/core';
import { Export } from '@blueprintjs/icons';
import { useState } from 'react';
import type { AccountingPeriods } from '../../../api/accounting/schema.ts';
import { useCommand } from '../../data/use-command.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { tellRefused } from '../../records/acts/use-act.ts';
import { FiguresFrame } from '../../ui/figures/figures-frame.tsx';
import { DayInput } from '../../ui/inputs/period.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { showToast } from '../../ui/status/toaster.tsx';
import { Instant } from '../../ui/values/day.tsx';
import { formatDay } from '../../ui/values/format.ts';
import { asCsv, EXPORT_COLLECTIONS, exportPath } from './get-accounting.ts';

/** How many are shown at first. */
const NEWEST = 6;

type Exported = AccountingPeriods['exports'][number];

interface ExportsProps {
  books: AccountingPeriods;
  isOwner: boolean;
}

/** Past exports, and the form for the next one. */
export function ExportsSection({ books: { exports, next, today, corrections }, isOwner }: ExportsProps) {
  return (
    <Section title="Exports">
      {next && isOwner && <NextExport key={next.from} next={next} today={today} corrections={corrections.entries} />}
      {!isOwner && <p className="hw-report-note">Only an owner marks days as exported.</p>}
      {exports.length > 0 && <ExportList exports={exports} isOwner={isOwner} />}
    </Section>
  );
}

interface NextExportProps {
  next: { from: string; to: string };
  today: string;
  /** The number of waiting entries. */
  corrections: number;
}

function NextExport({ next, today, corrections }: NextExportProps) {
  const [to, setTo] = useState(next.to);
  const exporting = useCommand<string, Exported>({
    command: (last) => ({ method: 'POST', path: '/api/accounting/periods', body: { from: next.from, to: last } }),
    collections: EXPORT_COLLECTIONS,
    onSuccess({ data, commandId }) {
      const target = { category: 'period', id: data.id, commandId };
      const text = `Export ${data.number} is in the list: download its journal there.`;
      void showToast({ title: `${daysOf(data)} exported`, text, ...offerUndo(target, EXPORT_COLLECTIONS) });
    },
  });
  return (
    <form
      className="hw-period hw-export-next"
      onSubmit={(event) => {
        event.preventDefault();
        exporting.mutate(to);
      }}
    >
      <p className="hw-report-note">
        From {formatDay(next.from)}
        {corrections > 0 &&
          `, with ${corrections === 1 ? '1 correction' : `${corrections} corrections`} for earlier days`}
      </p>
      <DayInput label="Up to" value={to} max={today} onChange={setTo} />
      <Button type="submit" intent="primary" icon={<Export />} text="Export" loading={exporting.isPending} />
      {exporting.error && <p role="alert">{exporting.error.message}</p>}
    </form>
  );
}

function ExportList({ exports, isOwner }: { exports: readonly Exported[]; isOwner: boolean }) {
  const takingBack = useCommand<Exported, null>({
    command: ({ id }) => ({ method: 'DELETE', path: exportPath(id) }),
    collections: EXPORT_COLLECTIONS,
    onSuccess(_, { number }) {
      void showToast({ title: `Export ${number} undone`, text: 'Its days can be exported again.' });
    },
    onError: tellRefused,
  });
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? exports : exports.slice(0, NEWEST);
  const [newest] = exports;
  return (
    <>
      <FiguresFrame title="Exports">
        <table className="hw-figures hw-figures-stack">
          <thead>
            <tr>
              <th scope="col">Export</th>
              <th scope="col" className="hw-figures-word">
                Journal
              </th>
              <th scope="col" className="hw-figures-word">
                Days
              </th>
              <th scope="col" className="hw-figures-word">
                Exported
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((each) => (
              <tr key={each.id}>
                <th scope="row">Export {each.number}</th>
                <td data-label="Journal" className="hw-figures-word">
                  <a aria-label={`CSV file of export ${each.number}`} href={asCsv(`${exportPath(each.id)}/journal`)}>
                    CSV file
                  </a>
                </td>
                <td data-label="Days" className="hw-figures-word">
                  {daysOf(each)}
                </td>
                <td data-label="Exported" className="hw-figures-word">
                  <Instant iso={each.createdAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </FiguresFrame>
      <div className="hw-export-acts">
        {shown.length < exports.length && <Button text={`Show all ${exports.length}`} onClick={() => setWhole(true)} />}
        {isOwner && newest && (
          <Button
            variant="minimal"
            text={`Undo export ${newest.number}`}
            loading={takingBack.isPending}
            onClick={() => takingBack.mutate(newest)}
          />
        )}
      </div>
    </>
  );
}

function daysOf({ from, to }: { from: string; to: string }): string {
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
}
