import { Button } from '@blueprintjs/core';
import { Trash } from '@blueprintjs/icons';
import { useState } from 'react';
import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { formatDay, formatDollars } from '../../ui/format.ts';
import { NextMaintenance } from './equipment-status.tsx';
import { RecordMaintenance } from './record-maintenance.tsx';
import { useWithdrawMaintenance } from './use-withdraw-maintenance.ts';

interface MaintenanceSectionProps {
  equipment: EquipmentRecord;
  canChange: boolean;
}

/** What was done to a machine, what it cost so far, and what is done now. */
export function MaintenanceSection({ equipment, canChange }: MaintenanceSectionProps) {
  const [isRecording, setRecording] = useState(false);
  const withdraw = useWithdrawMaintenance(equipment);
  const { maintenance } = equipment;
  return (
    <section className="hw-drawer-section hw-maintenance" aria-labelledby="maintenance">
      <div className="hw-maintenance-head">
        <h3 id="maintenance">Maintenance</h3>
        {canChange && !isRecording && (
          <Button size="small" text="Record maintenance" onClick={() => setRecording(true)} />
        )}
      </div>
      <p>
        <NextMaintenance equipment={equipment} prefix="Next on " />
        <br />
        <span className="hw-muted">{summary(equipment)}</span>
      </p>
      {isRecording && <RecordMaintenance equipment={equipment} onDone={() => setRecording(false)} />}
      {maintenance.length > 0 && (
        <ul>
          {maintenance.map((entry) => (
            <li key={entry.id}>
              <div>
                <strong>{formatDay(entry.doneOn)}</strong>
                {entry.notes && <p>{entry.notes}</p>}
              </div>
              <span className="hw-maintenance-cost">{entry.cost === null ? '—' : formatDollars(entry.cost)}</span>
              {canChange && (
                <Button
                  size="small"
                  variant="minimal"
                  icon={<Trash size={14} />}
                  aria-label={`Remove the maintenance of ${formatDay(entry.doneOn)}`}
                  title="Take out"
                  onClick={() => withdraw(entry.id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function summary({ maintenance, maintenanceCost, maintenanceInterval }: EquipmentRecord): string {
  const plan = maintenanceInterval === null ? 'No plan' : `Every ${maintenanceInterval} days`;
  if (maintenance.length === 0) return `${plan} · nothing recorded yet`;
  const times = maintenance.length === 1 ? 'once' : `${maintenance.length} times`;
  return `${plan} · done ${times} · ${formatDollars(maintenanceCost)} so far`;
}
