import { Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import type { CostRecord } from '../../../api/costs/schema.ts';
import { COST_SOURCE_LABELS } from '../../../domain/cost/terms.ts';
import { costName, costQuery } from '../../entities/cost/cost.ts';
import { costKind } from '../../entities/cost/cost-kind.ts';
import type { OpenRecord } from '../../records/list/list-page.tsx';
import { RemoveButton } from '../../records/list/removed.tsx';
import { RecordDetails } from '../../records/record/record-details.tsx';
import { RecordDrawer } from '../../records/record/record-drawer.tsx';
import type { Field } from '../../ui/inputs/fields.ts';
import { SidePanel } from '../../ui/layout/side-panel.tsx';
import { CostOrigin } from './cost-origin.tsx';

/** One cost: one entered by hand is edited here; a derived one links to its origin. */
export function CostDrawer(open: OpenRecord) {
  const query = useQuery(costQuery(open.id));
  const cost = query.data;
  if (cost && cost.source !== 'entry') return <DerivedCost cost={cost} onClose={open.onClose} />;
  return (
    <RecordDrawer
      {...open}
      kind={costKind}
      canChange={open.canChange && !cost?.erased}
      record={cost}
      loading={query}
      actions={cost && <RemoveButton kind={costKind} record={cost} />}
      below={cost && <Origin cost={cost} />}
    />
  );
}

const LABOR: readonly Field[] = [
  { name: 'personName', label: 'Who worked', kind: 'text' },
  { name: 'hours', label: 'Hours', kind: 'decimal' },
  { name: 'rate', label: 'Rate per hour', kind: 'money' },
];

const CHANGED_AT: Readonly<Record<string, string>> = {
  hours: 'It comes from the hours on the job. Correct or remove them on the job’s page.',
  maintenance: 'It comes from equipment maintenance. Correct it there.',
};

function DerivedCost({ cost, onClose }: { cost: CostRecord; onClose(): void }) {
  return (
    <SidePanel title={costName(cost)} onClose={onClose}>
      <div className="hw-drawer-body">
        <RecordDetails
          fields={cost.source === 'hours' ? [...costKind.fields, ...LABOR] : costKind.fields}
          record={cost}
        />
        <Origin cost={cost} />
        <Callout compact>{CHANGED_AT[cost.source]}</Callout>
      </div>
    </SidePanel>
  );
}

function Origin({ cost }: { cost: CostRecord }) {
  return (
    <dl className="hw-details hw-cost-origin">
      <div className="hw-detail">
        <dt>Comes from</dt>
        <dd>
          <CostOrigin cost={cost} />
        </dd>
      </div>
      <div className="hw-detail">
        <dt>Recorded</dt>
        <dd>{COST_SOURCE_LABELS[cost.source] ?? cost.source}</dd>
      </div>
    </dl>
  );
}
