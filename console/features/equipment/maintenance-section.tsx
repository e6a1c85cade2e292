import { Button } from '@blueprintjs/core';
import { Trash } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { EQUIPMENT_LIMITS } from '../../../domain/equipment/terms.ts';
import { shownNow } from '../../data/as-of.ts';
import { useCommand } from '../../data/use-command.ts';
import { hasRight, seenWith } from '../../entities/account/rights.ts';
import { put } from '../../entities/equipment/equipment-cache.ts';
import { EQUIPMENT, equipmentPath } from '../../entities/equipment/equipment-kind.tsx';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { useAct } from '../../records/acts/use-act.ts';
import { FormDialog } from '../../records/edit/form-dialog.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { Ring } from '../../ui/figures/rings.tsx';
import { bodyOf, type Field, valuesOf } from '../../ui/inputs/fields.ts';
import { showToast } from '../../ui/status/toaster.tsx';
import { Day } from '../../ui/values/day.tsx';
import { formatDay } from '../../ui/values/format.ts';
import { Money } from '../../ui/values/money.tsx';
import { todayIn } from '../../ui/values/wall-time.ts';
import { NextMaintenance } from './equipment-status.tsx';

interface MaintenanceSectionProps {
  equipment: EquipmentRecord;
  canChange: boolean;
}

/** A machine's past maintenance, its cost so far, and a dialog to record more. */
export function MaintenanceSection({ equipment, canChange }: MaintenanceSectionProps) {
  const [isRecording, setRecording] = useState(false);
  const withdraw = useWithdrawMaintenance(equipment);
  const { maintenance } = equipment;
  return (
    <section className="hw-drawer-section hw-maintenance" aria-labelledby="maintenance">
      <div className="hw-maintenance-head">
        <h3 id="maintenance">Maintenance</h3>
        {canChange && (
          <Button size="small" text="Record maintenance" aria-haspopup="dialog" onClick={() => setRecording(true)} />
        )}
      </div>
      <div className="hw-maintenance-next">
        <Interval equipment={equipment} />
        <p>
          <NextMaintenance equipment={equipment} prefix="Next on " />
          <br />
          <span className="hw-muted">
            <Summary equipment={equipment} />
          </span>
        </p>
      </div>
      {isRecording && <RecordMaintenance equipment={equipment} onClose={() => setRecording(false)} />}
      {maintenance.length > 0 && (
        <ul>
          {maintenance.map((entry) => (
            <li key={entry.id}>
              <div>
                <strong>
                  <Day iso={entry.doneOn} />
                </strong>
                {entry.notes && <p>{entry.notes}</p>}
              </div>
              {hasRight('costs:read') && <span>{entry.cost === null ? '—' : <Money amount={entry.cost} />}</span>}
              {canChange && (
                <Button
                  size="small"
                  variant="minimal"
                  icon={<Trash size={14} />}
                  aria-label={`Remove the maintenance of ${formatDay(entry.doneOn)}`}
                  title="Remove"
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

const DAY_MS = 86_400_000;

/** How much of the interval has passed. */
function Interval({ equipment: { nextMaintenance, maintenanceInterval } }: { equipment: EquipmentRecord }) {
  if (nextMaintenance === null || maintenanceInterval === null) return null;
  const daysLeft = (Date.parse(nextMaintenance) - shownNow()) / DAY_MS;
  return <Ring value={maintenanceInterval - daysLeft} total={maintenanceInterval} />;
}

function Summary({ equipment }: { equipment: EquipmentRecord }) {
  const { maintenance, maintenanceCost, maintenanceInterval } = equipment;
  const plan = maintenanceInterval === null ? 'No plan' : `Every ${maintenanceInterval} days`;
  if (maintenance.length === 0) return `${plan} · nothing recorded yet`;
  const times = maintenance.length === 1 ? 'once' : `${maintenance.length} times`;
  return (
    <>
      {plan} · done {times}
      {maintenanceCost !== null && (
        <>
          {' · '}
          <Money amount={maintenanceCost} /> so far
        </>
      )}
    </>
  );
}

const fields: readonly Field[] = [
  { name: 'doneOn', label: 'Done on', kind: 'date', required: true, isOfNow: true },
  { name: 'cost', label: 'Cost', kind: 'money', ...seenWith('costs:read') },
  { name: 'notes', label: 'What was done', kind: 'multiline', maxLength: EQUIPMENT_LIMITS.notes },
];

interface RecordMaintenanceProps {
  equipment: EquipmentRecord;
  onClose(): void;
}

/** Records a machine's maintenance; its plan then moves the next date. */
function RecordMaintenance({ equipment, onClose }: RecordMaintenanceProps) {
  const today = todayIn(useQuery(settingsQuery).data?.timeZone);
  const draftKey = `maintenance/new/${equipment.id}`;
  const draft = useDraft(draftKey, fields, () => ({ ...valuesOf(fields, null), doneOn: today }));
  const { values } = draft;

  const record = useCommand<object, EquipmentRecord>({
    command: (body) => ({ method: 'POST', path: `${equipmentPath(equipment.id)}/maintenance`, body }),
    collections: EQUIPMENT,
    draftKey,
    onSuccess({ data, commandId }) {
      put(data);
      void showToast({
        title: 'Maintenance recorded',
        text: data.nextMaintenance ? `Next on ${formatDay(data.nextMaintenance)}.` : 'No next date is set.',
        intent: 'success',
        ...offerUndo({ category: 'equipment', id: data.id, commandId }, EQUIPMENT),
      });
      draft.saved(() => {
        draft.drop();
        onClose();
      });
    },
  });
  return (
    <FormDialog
      title="Record maintenance"
      draft={draft}
      fields={fields}
      onSubmit={() => record.mutate(bodyOf(fields, values))}
      submitText="Record"
      isBusy={record.isPending}
      error={record.error}
      onClose={onClose}
    />
  );
}

/** Removes maintenance recorded by mistake, with a toast to undo it. */
function useWithdrawMaintenance({ id, name }: EquipmentRecord): (maintenanceId: string) => void {
  const withdraw = useAct<string, unknown>({
    command: (maintenanceId) => ({
      method: 'DELETE',
      path: `${equipmentPath(id)}/maintenance/${encodeURIComponent(maintenanceId)}`,
    }),
    collections: EQUIPMENT,
    done: () => ({ title: 'Maintenance removed', text: `It was removed from ${name}.` }),
    undoneOn: () => ({ category: 'equipment', id }),
  });
  return (maintenanceId) => withdraw.mutate(maintenanceId);
}
