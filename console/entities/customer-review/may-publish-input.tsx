import { Checkbox } from '@blueprintjs/core';
import type { ControlProps } from '../../ui/inputs/fields.ts';

/** Whether the writer of a review agreed that everybody may read it: it can be published only then. */
export function MayPublishInput({ id, value, describedBy, onChange }: ControlProps) {
  return (
    <Checkbox
      id={id}
      aria-describedby={describedBy}
      checked={value === 'true'}
      label="Whoever wrote it agreed that we publish it"
      onChange={({ currentTarget }) => onChange(String(currentTarget.checked))}
    />
  );
}
