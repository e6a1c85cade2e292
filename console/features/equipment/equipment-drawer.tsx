import { Button, Callout } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { Photos } from '../../ui/photos.tsx';
import { type DrawerTab, RecordDrawer } from '../../ui/record-drawer.tsx';
import type { RecordKind } from '../../ui/record-kind.ts';
import { StatusSelect } from './equipment-status.tsx';
import { sameSerial } from './filter-equipment.ts';
import { MaintenanceSection } from './maintenance-section.tsx';
import type { EquipmentActs } from './use-equipment-acts.ts';

interface EquipmentDrawerProps {
  kind: RecordKind<EquipmentRecord>;
  id: string;
  all: readonly EquipmentRecord[];
  acts: EquipmentActs | null;
  tab: DrawerTab;
  onTab(tab: DrawerTab): void;
  onClose(): void;
}

/** One machine: details, maintenance, edit, history, beside the list. */
export function EquipmentDrawer({ kind, id, all, acts, tab, onTab, onClose }: EquipmentDrawerProps) {
  const equipment = all.find((each) => each.id === id);
  return (
    <RecordDrawer
      key={id}
      kind={kind}
      id={id}
      record={equipment}
      tab={tab}
      onTab={onTab}
      onClose={onClose}
      canChange={acts !== null}
      saved={{ title: 'Equipment Updated', text: 'The equipment has been saved.', intent: 'success' }}
      failed={{ title: 'Error', text: 'Failed to update equipment.' }}
      badge={equipment && <StatusSelect equipment={equipment} acts={acts} />}
      actions={equipment && acts && <Retire equipment={equipment} acts={acts} onRetired={onClose} />}
      below={
        equipment && (
          <>
            <SameSerial others={sameSerial(all, equipment)} />
            <MaintenanceSection equipment={equipment} canChange={acts !== null} />
            <Photos category="equipment" recordId={id} canChange={acts !== null} />
          </>
        )
      }
    />
  );
}

interface RetireProps {
  equipment: EquipmentRecord;
  acts: EquipmentActs;
  onRetired(): void;
}

function Retire({ equipment, acts, onRetired }: RetireProps) {
  return (
    <Button
      variant="minimal"
      intent="danger"
      text="Retire"
      onClick={() => {
        acts.retire(equipment);
        onRetired();
      }}
    />
  );
}

/** It is allowed, as leased machines repeat, but may be one machine that was added twice. */
function SameSerial({ others }: { others: readonly EquipmentRecord[] }) {
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
