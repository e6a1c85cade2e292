import { HTMLSelect } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { EQUIPMENT_STATUS_LABELS, EQUIPMENT_STATUSES } from '../../../domain/equipment/terms.ts';
import { equipmentTone } from '../../entities/tones.ts';
import { Day } from '../../ui/day.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { toneClass } from '../../ui/tone.ts';
import type { EquipmentActs } from './use-equipment-acts.ts';

interface StatusSelectProps {
  equipment: EquipmentRecord;
  /** Null for somebody who may only look. */
  acts: EquipmentActs | null;
}

/** The status, and the dropdown that sets any other. */
export function StatusSelect({ equipment, acts }: StatusSelectProps) {
  const { name, status } = equipment;
  const tone = equipmentTone(status);
  // What was retired is changed no more.
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

/** Whether maintenance is overdue of a machine that is still there. */
export function isDue({ isOverdue, removed }: EquipmentRecord): boolean {
  return isOverdue && !removed;
}

interface NextMaintenanceProps {
  equipment: EquipmentRecord;
  /** Before a date that is to come, where no heading says what it is. */
  prefix?: string;
}

/** When it is maintained next; overdue shows by icon, word and color. */
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
