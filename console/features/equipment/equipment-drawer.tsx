import { Button, Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { withOthers } from '../../data/with-others.ts';
import { hasRight } from '../../entities/account/rights.ts';
import { crewsQuery } from '../../entities/crew/crew.ts';
import { machineQuery, serialQuery } from '../../entities/equipment/equipment.ts';
import { knownMachine } from '../../entities/equipment/equipment-cache.ts';
import { staffQuery } from '../../entities/person/person.ts';
import { Photos } from '../../photos/photos.tsx';
import type { OpenRecord } from '../../records/list/list-page.tsx';
import { RecordDrawer } from '../../records/record/record-drawer.tsx';
import type { RemovableKind } from '../../records/record-kind.ts';
import { StatusSelect } from './equipment-status.tsx';
import { HandsSection } from './hands-section.tsx';
import { MaintenanceSection } from './maintenance-section.tsx';
import type { EquipmentActs } from './use-equipment-acts.ts';

interface EquipmentDrawerProps extends OpenRecord {
  kind: RemovableKind<EquipmentRecord>;
  acts: EquipmentActs | null;
}

/** One machine: details, maintenance, edit, history, beside the list. */
export function EquipmentDrawer({ kind, acts, ...open }: EquipmentDrawerProps) {
  const { id } = open;
  const query = useQuery({ ...machineQuery(id), placeholderData: () => knownMachine(id) });
  // Together with the names of who has it.
  const loading = withOthers(query, useQuery(crewsQuery), useQuery(staffQuery));
  const equipment = loading.data;
  const canChange = acts !== null && !equipment?.removed;
  return (
    <RecordDrawer
      {...open}
      kind={kind}
      record={equipment}
      loading={loading}
      saved={{ title: 'Equipment Updated', text: 'The equipment has been saved.', intent: 'success' }}
      badge={equipment && <StatusSelect equipment={equipment} acts={acts} />}
      actions={
        equipment &&
        acts && <Button variant="minimal" intent="danger" text="Retire" onClick={() => acts.retire(equipment)} />
      }
      below={
        equipment && (
          <>
            <SameSerial of={equipment} />
            <HandsSection equipment={equipment} canChange={canChange} />
            <MaintenanceSection equipment={equipment} canChange={canChange} />
            {hasRight('equipment:read') && <Photos category="equipment" recordId={id} canChange={canChange} />}
          </>
        )
      }
    />
  );
}

/** A warning only, as serial numbers of leased machines repeat: it may be one machine added twice. */
function SameSerial({ of }: { of: EquipmentRecord }) {
  const { data } = useQuery(serialQuery(of.serialNumber));
  const others = (data ?? []).filter(({ id }) => id !== of.id);
  if (others.length === 0) return null;
  return (
    <Callout intent="warning" compact className="hw-same-serial" title="The same serial number">
      {others.map(({ id, name }) => (
        <div key={id}>
          <Link to="." search={(now) => ({ ...now, equipment: id, tab: undefined })}>
            {name}
          </Link>
        </div>
      ))}
    </Callout>
  );
}
