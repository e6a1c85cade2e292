import { InputGroup } from '@blueprintjs/core';
import { COMPANY_LIMITS } from '../../../domain/company/terms.ts';
import { type ControlProps, jsonOf, parsed } from '../../ui/fields.ts';

interface HomeBase {
  address: string;
  latitude: number | string | null;
  longitude: number | string | null;
}

const NOWHERE: HomeBase = { address: '', latitude: null, longitude: null };

/** Where the crews set out, and where on the map that is. */
export function HomeBaseInput({ id, label, value, describedBy, isInvalid, onChange }: ControlProps) {
  const base = parsed<HomeBase>(value) ?? NOWHERE;
  const change = (part: Partial<HomeBase>) => {
    const next = { ...base, ...part };
    const isEmpty = next.address === '' && next.latitude === null && next.longitude === null;
    onChange(jsonOf(isEmpty ? null : next));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside the form's group would name it twice
    <div role="group" aria-label={label} className="hw-home-base">
      <InputGroup
        id={id}
        placeholder="Street, town, state, ZIP code"
        aria-describedby={describedBy}
        intent={isInvalid ? 'danger' : 'none'}
        maxLength={COMPANY_LIMITS.address}
        value={base.address}
        onValueChange={(address) => change({ address })}
      />
      {(['latitude', 'longitude'] as const).map((axis) => (
        <InputGroup
          key={axis}
          inputMode="decimal"
          aria-label={`${label}: ${axis}`}
          placeholder={axis === 'latitude' ? 'Latitude, like 42.32' : 'Longitude, like -72.63'}
          value={base[axis] === null ? '' : String(base[axis])}
          onValueChange={(text) => change({ [axis]: degreesOf(text) })}
        />
      ))}
    </div>
  );
}

/** A number once the text is one; until then what was typed, which the server refuses. */
function degreesOf(text: string): number | string | null {
  if (text.trim() === '') return null;
  return /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/.test(text) && text !== '-0' ? Number(text) : text;
}

export function formatHomeBase(value: unknown): string {
  const base = value as HomeBase | null;
  if (!base) return '';
  return base.latitude === null ? base.address : `${base.address}\n${base.latitude}, ${base.longitude}`;
}
