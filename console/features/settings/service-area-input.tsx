import { HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core';
import { type ControlProps, jsonOf, parsed } from '../../ui/fields.ts';

interface ServiceArea {
  zipCodes: string[] | null;
  radiusMiles: number | string | null;
}

/** Where work is taken: everywhere, in some ZIP codes, or around the home base. */
export function ServiceAreaInput({ id, label, value, describedBy, isInvalid, onChange }: ControlProps) {
  const area = parsed<ServiceArea>(value);
  const how = area === null ? '' : area.zipCodes === null ? 'radius' : 'zips';
  const put = (next: ServiceArea | null) => onChange(jsonOf(next));
  const choose = (chosen: string) =>
    put(
      chosen === '' ? null : { zipCodes: chosen === 'zips' ? [] : null, radiusMiles: chosen === 'radius' ? 25 : null },
    );
  const intent = isInvalid ? 'danger' : 'none';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside the form's group would name it twice
    <div role="group" aria-label={label} className="hw-service-area">
      <HTMLSelect id={id} value={how} aria-describedby={describedBy} onChange={({ target }) => choose(target.value)}>
        <option value="">Everywhere</option>
        <option value="zips">In these ZIP codes</option>
        <option value="radius">Around the home base</option>
      </HTMLSelect>
      {how === 'zips' && (
        <TextArea
          fill
          rows={2}
          intent={intent}
          aria-label={`${label}: ZIP codes`}
          placeholder="01060, 01002, 01035…"
          defaultValue={area?.zipCodes?.join(', ')}
          onChange={({ target }) => put({ zipCodes: target.value.split(/[\s,;]+/).filter(Boolean), radiusMiles: null })}
        />
      )}
      {how === 'radius' && (
        <InputGroup
          type="number"
          min={1}
          intent={intent}
          aria-label={`${label}: miles`}
          value={String(area?.radiusMiles ?? '')}
          rightElement={<span className="hw-unit">miles</span>}
          onValueChange={(miles) => put({ zipCodes: null, radiusMiles: miles === '' ? '' : Number(miles) })}
        />
      )}
    </div>
  );
}

export function formatServiceArea(value: unknown): string {
  const area = value as ServiceArea | null;
  if (!area) return '';
  return area.zipCodes ? area.zipCodes.join(', ') : `${area.radiusMiles} miles around the home base`;
}
