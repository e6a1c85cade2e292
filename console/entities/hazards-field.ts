import type { Field } from '../ui/inputs/fields.ts';
import { formatList, listInput } from '../ui/inputs/list-input.tsx';

/** What could hurt somebody at the place, of a lead, a quote or a job. */
export const HAZARDS: Field = {
  name: 'hazards',
  label: 'Hazards',
  kind: 'structured',
  help: 'Press Enter or a comma after each',
  control: listInput('Power line, bees, dead limbs…'),
  format: formatList,
};
