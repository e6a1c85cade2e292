import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Add, Trash } from '@blueprintjs/icons';
import { useRef } from 'react';
import { CATALOG_LIMITS, CATALOG_UNITS } from '../../../domain/catalog/terms.ts';
import { SERVICE_LABELS, SERVICE_TYPES } from '../../../domain/quote/terms.ts';
import { type ControlProps, jsonOf, parsed } from '../../ui/inputs/fields.ts';
import { InputsOf } from '../../ui/inputs/inputs-of.tsx';
import { parseAmount } from '../../ui/values/amount.ts';

/** A service in the form. */
interface Draft {
  id?: string;
  service: string;
  description: string | null;
  unitPrice: string | null;
  unit: string | null;
  estimatedHours: number | string | null;
}

const BLANK: Draft = {
  service: SERVICE_TYPES[0],
  description: null,
  unitPrice: null,
  unit: null,
  estimatedHours: null,
};

/** The services with their prices, one row each. */
export function CatalogInput({ id, label, value, describedBy, isInvalid, onChange }: ControlProps) {
  const list = useRef<HTMLDivElement>(null);
  const items = parsed<Draft[]>(value) ?? [];
  const put = (next: readonly Draft[]) => onChange(jsonOf([...next]));

  function add(): void {
    put([...items, BLANK]);
    // After it has been rendered.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('.hw-price:last-of-type select')?.focus());
  }

  return (
    <InputsOf id={id} aria-label={label} aria-describedby={describedBy} className="hw-prices" ref={list}>
      {items.map((item, index) => (
        <PriceRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a new row has nothing else
          key={index}
          item={item}
          title={`Service ${index + 1}`}
          isInvalid={isInvalid}
          onChange={(part) => put(items.map((each, place) => (place === index ? { ...each, ...part } : each)))}
          onRemove={() => put(items.filter((_, place) => place !== index))}
        />
      ))}
      {items.length < CATALOG_LIMITS.items && <Button icon={<Add />} text="Add a service" onClick={add} />}
    </InputsOf>
  );
}

interface RowProps {
  item: Draft;
  title: string;
  isInvalid: boolean;
  onChange(part: Partial<Draft>): void;
  onRemove(): void;
}

function PriceRow({ item, title, isInvalid, onChange, onRemove }: RowProps) {
  const { service, description, unitPrice, unit, estimatedHours } = item;
  const isWrong = isInvalid && parseAmount(unitPrice ?? '') === null;
  return (
    <InputsOf aria-label={title} className="hw-price">
      <HTMLSelect
        aria-label={`${title}: service`}
        value={service}
        onChange={({ currentTarget }) => onChange({ service: currentTarget.value })}
      >
        {[...new Set([...SERVICE_TYPES, service])].map((each) => (
          <option key={each} value={each}>
            {SERVICE_LABELS[each] ?? each}
          </option>
        ))}
      </HTMLSelect>
      <InputGroup
        className="hw-price-what"
        aria-label={`${title}: description`}
        placeholder="What it covers"
        maxLength={CATALOG_LIMITS.description}
        value={description ?? ''}
        onValueChange={(text) => onChange({ description: text || null })}
      />
      <InputGroup
        aria-label={`${title}: price`}
        placeholder="Price"
        inputMode="decimal"
        leftElement={<span className="hw-dollar">$</span>}
        intent={isWrong ? 'danger' : 'none'}
        value={unitPrice ?? ''}
        onValueChange={(text) => onChange({ unitPrice: text || null })}
        onBlur={() => unitPrice && onChange({ unitPrice: parseAmount(unitPrice) ?? unitPrice })}
      />
      <HTMLSelect
        aria-label={`${title}: unit`}
        value={unit ?? ''}
        onChange={({ currentTarget }) => onChange({ unit: currentTarget.value || null })}
      >
        <option value="">total</option>
        {[...new Set([...CATALOG_UNITS, ...(unit ? [unit] : [])])].map((each) => (
          <option key={each} value={each}>
            per {each}
          </option>
        ))}
      </HTMLSelect>
      <InputGroup
        aria-label={`${title}: hours`}
        placeholder="Hours"
        inputMode="decimal"
        value={String(estimatedHours ?? '')}
        onValueChange={(text) => onChange({ estimatedHours: text || null })}
      />
      <Button
        variant="minimal"
        icon={<Trash />}
        aria-label={`Remove ${title}`}
        title={`Remove ${title}`}
        onClick={onRemove}
      />
    </InputsOf>
  );
}
