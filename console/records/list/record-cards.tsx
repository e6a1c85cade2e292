import { Classes } from '@blueprintjs/core';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { useTouched } from '../../data/touched.ts';
import { type Opens, RecordLink, useRowKeys } from '../record/record-link.tsx';
import { type RecordColumn, shownIn } from './record-columns.ts';
import { useSteadyOrder } from './use-steady-order.ts';

interface RecordGridProps<Shown extends { id: string }> {
  /** Accessible name of the cards. */
  label: string;
  records: readonly Shown[];
  /** The call the records belong to, if the server filters and sorts. */
  asked?: string;
  openId: string | undefined;
  /** Before the first card, and scrolled with them. */
  intro?: ReactNode;
  /** After the last card: how to get more. */
  below: ReactNode;
  card(record: Shown): ReactNode;
}

/** A list's records as a grid of cards, which keep their places under the pointer; J and K move through them. */
export function RecordGrid<Shown extends { id: string }>(props: RecordGridProps<Shown>) {
  const { label, records: latest, asked, openId, intro, below, card } = props;
  const { records, pointer } = useSteadyOrder(latest, asked);
  const touched = useTouched();
  const frame = useRowKeys<HTMLUListElement>();
  const { shown, isAll } = useInSightFirst(records);
  return (
    <div className="hw-grid-frame" data-scroll-restoration-id={label}>
      {intro}
      <ul ref={frame} className="hw-grid" aria-label={label} {...pointer}>
        {shown.map((record) => (
          <li
            key={record.id}
            className={touched.has(record.id) ? 'hw-touched' : undefined}
            aria-current={record.id === openId ? 'true' : undefined}
          >
            {card(record)}
          </li>
        ))}
      </ul>
      {isAll && below}
    </div>
  );
}

/** About as many cards as fit a window. */
const IN_SIGHT = 24;

/** First renders the records in view, then all of them once those are painted: a page then appears at once. */
function useInSightFirst<Shown>(records: readonly Shown[]): { shown: readonly Shown[]; isAll: boolean } {
  const [isAll, setAll] = useState(records.length <= IN_SIGHT);
  useEffect(() => {
    // Work started in a frame goes on after its paint.
    const frame = requestAnimationFrame(() => startTransition(() => setAll(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return { shown: isAll ? records : records.slice(0, IN_SIGHT), isAll };
}

/** One fact on a card. */
export interface Fact {
  icon: ReactNode;
  /** What it is, for those who cannot see the icon. */
  label: string;
  /** A fact without text is left out. */
  text: ReactNode;
}

interface RecordCardProps {
  id: string;
  opens: Opens;
  title: string;
  /** Above the title, small: a category. */
  above?: string;
  /** Before the title: a portrait. */
  portrait?: ReactNode;
  status: ReactNode;
  facts: readonly Fact[];
  /** Two lines of it are shown. */
  note?: string | null;
  acts?: ReactNode;
  /** It is waiting for somebody to act. */
  isDue?: boolean;
}

/** The card of every list: title and status, the main facts, and the acts. A click opens the record. */
export function RecordCard(props: RecordCardProps) {
  const { id, opens, title, above, portrait, status, facts, note, acts, isDue = false } = props;
  const name = (
    <h2 title={title}>
      <RecordLink id={id} opens={opens}>
        {title}
      </RecordLink>
    </h2>
  );
  return (
    <div className={isDue ? 'hw-card hw-card-due' : 'hw-card'}>
      <div className="hw-card-head">
        {portrait}
        {above === undefined ? name : <span className="hw-card-above">{above}</span>}
        {status}
      </div>
      {above !== undefined && name}
      <dl className="hw-card-facts">
        {facts
          .filter(({ text }) => text)
          .map(({ icon, label, text }) => (
            <div key={label}>
              <dt>
                <span className="hw-visually-hidden">{label}</span>
                {icon}
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
      {note && (
        <p className="hw-card-note" title={note}>
          {note}
        </p>
      )}
      {acts && <div className="hw-card-acts">{acts}</div>}
    </div>
  );
}

/** Placeholders for a window full of cards. */
export function GridSkeleton() {
  return (
    <div className="hw-grid">
      {Array.from({ length: 12 }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places never move
        <div key={card} className={`hw-grid-skeleton ${Classes.SKELETON}`} />
      ))}
    </div>
  );
}

interface RecordCardsProps<Shown extends { id: string }> {
  label: string;
  /** Already sorted. */
  records: readonly Shown[];
  columns: readonly RecordColumn<Shown>[];
  opens: Opens;
  openId: string | undefined;
  below?: ReactNode;
}

/**
 * The rows of a table too wide for its space: one card each, titled by the first column, with the other columns as
 * facts.
 */
export function RecordCards<Shown extends { id: string }>(props: RecordCardsProps<Shown>) {
  const { label, records, columns, opens, openId, below } = props;
  const touched = useTouched();
  const frame = useRowKeys<HTMLUListElement>();
  const { shown, isAll } = useInSightFirst(records);
  const [first, ...rest] = columns;
  if (!first) return null;
  return (
    <>
      <ul ref={frame} className="hw-cards" aria-label={label}>
        {shown.map((record) => (
          <li
            key={record.id}
            className={touched.has(record.id) ? 'hw-record-card hw-touched' : 'hw-record-card'}
            aria-current={record.id === openId ? 'true' : undefined}
          >
            <RecordLink id={record.id} opens={opens}>
              {shownIn(first, record)}
            </RecordLink>
            <dl>
              {rest
                .filter((column) => column.header !== '' && (column.cell?.(record) ?? column.value(record)) !== null)
                .map((column) => (
                  <div key={column.id}>
                    <dt>{column.header}</dt>
                    <dd>{shownIn(column, record)}</dd>
                  </div>
                ))}
            </dl>
            {rest.filter(({ header }) => header === '').map((column) => column.cell?.(record))}
          </li>
        ))}
      </ul>
      {isAll && below}
    </>
  );
}
