import { Tag } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PredictedFigure, PredictionCard } from '../../../../api/insights/predictions.schema.ts';
import type { PredictionCardId, PredictionUnit } from '../../../../domain/forecast/terms.ts';
import { Disclosure } from '../../../ui/layout/disclosure.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { DataArea, SkeletonSection } from '../../../ui/status/data-area.tsx';
import { formatDollars } from '../../../ui/values/format.ts';
import { EvidenceRows } from '../insight-parts.tsx';
import { predictionsQuery } from './get-predictions.ts';

const TITLES: Readonly<Record<PredictionCardId, string>> = {
  revenue: 'Revenue',
  maintenance: 'Maintenance',
  customers: 'Customers at risk',
  routes: 'Routes and crews',
};

/** What the records say of the time to come: each figure with its range, how far off it has been, and its rows. */
export default function Predictions() {
  return (
    <DataArea
      query={useQuery(predictionsQuery)}
      isEmpty={() => false}
      firstUse={{ title: 'Nothing here yet' }}
      filtered={null}
      skeleton={<Skeletons />}
    >
      {({ cards }) => (
        <InColumns>
          {cards.map((card) => (
            <PredictionOf key={card.id} card={card} />
          ))}
        </InColumns>
      )}
    </DataArea>
  );
}

/** One card beside the next, as far as there is room: every other one is in the same column. */
function InColumns({ children }: { children: readonly ReactNode[] }) {
  return (
    <div className="hw-predictions">
      {[0, 1].map((column) => (
        <div key={column}>{children.filter((_, at) => at % 2 === column)}</div>
      ))}
    </div>
  );
}

/** How many lines each card takes, about. */
const LINES = [8, 12, 10, 10];

function Skeletons() {
  return (
    <InColumns>
      {LINES.map((lines, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards never move
        <SkeletonSection key={at} lines={lines} />
      ))}
    </InColumns>
  );
}

function PredictionOf({ card: { id, isSample, figures } }: { card: PredictionCard }) {
  return (
    <Section title={TITLES[id]} actions={isSample && <Tag minimal>Sample</Tag>}>
      {isSample && <p className="hw-muted hw-prediction-note">Not from your records: there are none for this yet.</p>}
      {figures.map((figure) => (
        <FigureOf key={figure.id} figure={figure} isSample={isSample} opensForecast={id === 'revenue'} />
      ))}
    </Section>
  );
}

interface FigureOfProps {
  figure: PredictedFigure;
  isSample: boolean;
  /** Its rows are those of the finances. */
  opensForecast: boolean;
}

function FigureOf({ figure, isSample, opensForecast }: FigureOfProps) {
  const { label, unit, value, needs, range, method, offBy } = figure;
  return (
    <div className="hw-prediction">
      <div className="hw-prediction-figure">
        <h3>{label}</h3>
        <strong>{value === null ? '—' : inUnit(value, unit)}</strong>
      </div>
      {needs && <p className="hw-prediction-note">Not enough records yet. Needed: {needs}</p>}
      {range && (
        <p className="hw-prediction-note">
          <span className="hw-prediction-range">{rangeText(range, unit)}</span> {range.says}
        </p>
      )}
      {offBy && <p className="hw-muted hw-prediction-note">{offBy}</p>}
      {!isSample && (
        <Disclosure summary={<HowTold figure={figure} />} isSmall>
          <p className="hw-insight-text">{method}</p>
          <EvidenceRows evidence={figure.rows} />
          {opensForecast && (
            <p className="hw-prediction-note">
              <Link to="/financial-dashboard" search={{ tab: 'forecast' }}>
                Open the forecast
              </Link>
            </p>
          )}
        </Disclosure>
      )}
    </div>
  );
}

/** `How this is figured, and its 4 records`; the figure's name is for those who hear it without what is around it. */
function HowTold({ figure: { label, rows, total } }: { figure: PredictedFigure }) {
  const records = total > rows.length ? `, and ${rows.length} of its ${total} records` : `, and its ${total} records`;
  return (
    <>
      How this is figured{total === 1 ? ', and its record' : total > 0 && records}
      <span className="hw-visually-hidden">: {label}</span>
    </>
  );
}

const FORMATS: Readonly<Record<PredictionUnit, (value: number) => string>> = {
  dollars: formatDollars,
  count: String,
  percent: (value) => `${value}%`,
  years: (value) => `${value} ${value === 1 ? 'year' : 'years'}`,
};

function inUnit(value: number, unit: PredictionUnit): string {
  return FORMATS[unit](value);
}

function rangeText({ low, high }: { low: number; high: number }, unit: PredictionUnit): string {
  return low === high ? inUnit(low, unit) : `${inUnit(low, unit)} to ${inUnit(high, unit)}`;
}
