import { Dialog, DialogBody } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Funnel } from '../../../api/funnel/schema.ts';
import { INTAKE_PAGE_LABELS, type IntakePage } from '../../../domain/intake/terms.ts';
import { funnelQuery } from '../../entities/lead/funnel.ts';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { DayInput } from '../../ui/inputs/period.tsx';
import { DataArea, SkeletonRows } from '../../ui/status/data-area.tsx';
import { todayIn } from '../../ui/values/wall-time.ts';

const DAYS_SHOWN = 30;

/** The counted steps, in the order a visitor takes them. */
const STEPS = [
  { name: 'opened', label: 'Opened' },
  { name: 'photo_added', label: 'Photo added' },
  { name: 'analysed', label: 'Analyzed' },
  { name: 'sent', label: 'Sent' },
  { name: 'won', label: 'Won' },
] as const;

/** How far visitors of the public forms get, by form and site, over some days. */
export function FunnelDialog({ onClose }: { onClose(): void }) {
  const { data: settings } = useQuery(settingsQuery);
  const today = todayIn(settings?.timeZone);
  const [chosen, setChosen] = useState<{ from?: string; to?: string }>({});
  const to = chosen.to || today;
  const from = chosen.from || daysBefore(to, DAYS_SHOWN - 1);
  const query = useQuery(funnelQuery(from, to));
  return (
    <Dialog isOpen onClose={onClose} title="Public forms" className="hw-dialog">
      <DialogBody>
        <p>How far visitors got in the customer portal and the quote widget. Nothing about them is kept.</p>
        <div className="hw-funnel-days">
          <DayInput label="From" value={from} max={to} onChange={(day) => setChosen({ ...chosen, from: day })} />
          <DayInput label="To" value={to} max={today} onChange={(day) => setChosen({ ...chosen, to: day })} />
        </div>
        <DataArea
          query={query}
          isEmpty={({ rows }) => rows.length === 0}
          firstUse={{ title: 'Nobody yet', description: 'Nobody opened a public form on these days.' }}
          filtered={null}
          skeleton={<SkeletonRows rows={3} />}
        >
          {({ rows }) => <Rows rows={rows} />}
        </DataArea>
      </DialogBody>
    </Dialog>
  );
}

function Rows({ rows }: Pick<Funnel, 'rows'>) {
  return (
    // Its columns need more space than a phone has.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="hw-funnel" aria-label="Visitors by form" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Form</th>
            {STEPS.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.page} ${row.site}`}>
              <th scope="row">
                {INTAKE_PAGE_LABELS[row.page as IntakePage] ?? row.page}
                {row.site !== null && <span className="hw-muted"> {siteName(row.site)}</span>}
              </th>
              {STEPS.map(({ name }) => (
                <td key={name}>
                  {row[name].toLocaleString('en-US')} <span className="hw-muted">{shareOf(row[name], row.opened)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** `on elm.example`. */
function siteName(site: string): string {
  return site === 'other' ? 'on other sites' : `on ${site.replace(/^https?:\/\//, '')}`;
}

/** The share of those who opened the form; blank if it means nothing. */
function shareOf(count: number, opened: number): string {
  return opened === 0 || count === 0 || count >= opened ? '' : `${Math.round((count / opened) * 100)}%`;
}

/** @param day `YYYY-MM-DD` */
function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
