import { HTMLSelect } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { EQUIPMENT_STATUS_LABELS, EQUIPMENT_STATUSES } from '../../../domain/equipment/terms.ts';
import { equipmentTone } from '../../entities/tones.ts';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { toneClass } from '../../ui/status/tone.ts';
import { Day } from '../../ui/values/day.tsx';
import type { EquipmentActs } from './use-equipment-acts.ts';

interface StatusSelectProps {
  equipment: EquipmentRecord;
  /** Null for somebody who can only view. */
  acts: EquipmentActs | null;
}

/** A dropdown with the status. */
export function StatusSelect({ equipment, acts }: StatusSelectProps) {
  const { name, status } = equipment;
  const tone = equipmentTone(status);
  // A retired machine can no longer be changed.
  if (!acts || equipment.removed) return <StatusTag tone={tone}>{statusLabel(status)}</StatusTag>;
  return (
    <span className={`hw-equipment-status ${toneClass(tone)}`}>
      <HTMLSelect
        aria-label={`Status of ${name}`}
        value={status}
        onChange={({ target }) => acts.setStatus(equipment, target.value)}
      >
        {EQUIPMENT_STATUSES.map((each) => (
          <option key={each} value={each}>
            {statusLabel(each)}
          </option>
        ))}
      </HTMLSelect>
    </span>
  );
}

export function statusLabel(status: string): string {
  return EQUIPMENT_STATUS_LABELS[status] ?? status;
}

/** Whether a machine that is not retired is overdue for maintenance. */
export function isDue({ isOverdue, removed }: EquipmentRecord): boolean {
  return isOverdue && !removed;
}

interface NextMaintenanceProps {
  equipment: EquipmentRecord;
  /** Text before a future date, if no header explains it. */
  prefix?: string;
}

/** The date of the next maintenance; overdue shows by icon, word and color. */
export function NextMaintenance({ equipment, prefix = '' }: NextMaintenanceProps) {
  const { nextMaintenance } = equipment;
  if (nextMaintenance === null) return prefix === '' ? null : <span className="hw-muted">No maintenance planned</span>;
  if (!isDue(equipment))
    return (
      <>
        {prefix}
        <Day iso={nextMaintenance} />
      </>
    );
  return (
    <span className="hw-overdue">
      <WarningSign size={14} aria-hidden="true" /> Overdue since <Day iso={nextMaintenance} />
    </span>
  );
}
