import { Classes } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { Section } from '../../layout/section.tsx';
import { useIsPhone } from '../../layout/use-media.ts';
import { DataArea, type Empty } from '../../status/data-area.tsx';
import { rowsHeight } from './chart.tsx';

interface ChartAreaProps<Data> {
  title: string;
  query: { data: Data | undefined; error: Error | null; refetch(): unknown };
  isEmpty(data: Data): boolean;
  empty: Empty;
  /** How many bars it will have, if that is known: in rows, on a phone, they take more space than a chart usually does. */
  bars?: number;
  /** The chart, including its heading. */
  children(data: Data): ReactNode;
}

/** The area of a chart in all six states; each of them has the heading. */
export function ChartArea<Data>({ title, query, isEmpty, empty, bars, children }: ChartAreaProps<Data>) {
  const { data } = query;
  const isInRows = useIsPhone() && bars !== undefined;
  if (data !== undefined && !isEmpty(data)) {
    return (
      <DataArea query={query} isEmpty={() => false} filtered={null} firstUse={empty} skeleton={null}>
        {children}
      </DataArea>
    );
  }
  return (
    <Section title={title}>
      <DataArea
        query={query}
        isEmpty={isEmpty}
        filtered={null}
        firstUse={empty}
        skeleton={
          <div
            className={`hw-chart-place ${Classes.SKELETON}`}
            style={isInRows ? { height: `calc(${rowsHeight(bars, 1)} + var(--hw-width-xs))` } : undefined}
          />
        }
      >
        {() => null}
      </DataArea>
    </Section>
  );
}
