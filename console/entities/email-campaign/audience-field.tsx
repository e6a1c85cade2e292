import { lazy, Suspense } from 'react';
import type { SegmentBody } from '../../../api/audience/schema.ts';
import { type ControlProps, type Field, NO_AMOUNT, parsed } from '../../ui/inputs/fields.ts';
import { parseAmount } from '../../ui/values/amount.ts';
import { segmentWords } from './segment-words.ts';

const Conditions = lazy(async () => ({ default: (await import('./audience-input.tsx')).AudienceInput }));

/** Whom a campaign by email is for, in its form, details and history. */
export const AUDIENCE_FIELD: Field = {
  name: 'segment',
  label: 'Audience',
  kind: 'structured',
  row: 'whole',
  control: AudienceControl,
  refuse,
  format: (value) => segmentWords(value as SegmentBody),
  nothing: 'All customers',
};

/** It is much for a form that few open, and comes when it is wanted. */
function AudienceControl(props: ControlProps) {
  return (
    <Suspense fallback={<p className="hw-muted">Counting the customers…</p>}>
      <Conditions {...props} />
    </Suspense>
  );
}

function refuse(text: string): string | undefined {
  const { valueFrom, valueTo } = parsed<SegmentBody>(text) ?? {};
  return [valueFrom, valueTo].some((amount) => parseAmount(amount ?? '') === null) ? NO_AMOUNT : undefined;
}
