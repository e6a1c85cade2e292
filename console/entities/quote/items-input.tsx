import { Button, Menu, MenuItem, Switch } from '@blueprintjs/core';
import { Add, Dollar, Trash } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ShownCatalogItem } from '../../../api/catalog/schema.ts';
import { ITEM_PRIORITIES, QUOTE_LIMITS, SERVICE_LABELS, SERVICE_TYPES } from '../../../domain/quote/terms.ts';
import { workHours } from '../../../domain/quote/work-hours.ts';
import { FieldInput } from '../../ui/inputs/field-input.tsx';
import type { ControlProps, Field } from '../../ui/inputs/fields.ts';
import { InputsOf } from '../../ui/inputs/inputs-of.tsx';
import { Popover } from '../../ui/layout/popover.tsx';
import { formatMoney, formatSpan } from '../../ui/values/format.ts';
import { Money } from '../../ui/values/money.tsx';
import { catalogQuery } from '../catalog/catalog.ts';
import { FinishedJobs } from '../job/experience.tsx';
import {
  amountOf,
  blankItem,
  type ItemDraft,
  itemsIn,
  priceOf,
  quantityOf,
  refusalOfItem,
  textOfItems,
  workIn,
} from './items.ts';
import { ServicePriority } from './quote-tags.tsx';
import { changedItem, itemOfCatalog, withItem } from './suggested-items.ts';

type TextField = Field & {
  name: 'service' | 'description' | 'estimatedCost' | 'unitPrice' | 'quantity' | 'priority' | 'estimatedHours';
};

const FIELDS: readonly TextField[] = [
  {
    name: 'service',
    label: 'Service',
    kind: 'choice',
    placeholder: 'Choose a service',
    choices: SERVICE_TYPES,
    labels: SERVICE_LABELS,
  },
  {
    name: 'priority',
    label: 'Priority',
    kind: 'choice',
    choices: ITEM_PRIORITIES,
    labels: { high: 'High', medium: 'Medium', low: 'Low' },
  },
  { name: 'description', label: 'Description', kind: 'multiline', maxLength: QUOTE_LIMITS.description },
  { name: 'estimatedCost', label: 'Estimated Cost', kind: 'text', maxLength: QUOTE_LIMITS.estimatedCost },
  { name: 'unitPrice', label: 'Unit Price', kind: 'money' },
  { name: 'quantity', label: 'Quantity', kind: 'number', required: true },
  { name: 'estimatedHours', label: 'Hours', kind: 'decimal' },
];

/** The services of a quote: what is done, how many times, and at what price. */
export function ItemsInput({ id, label, value, describedBy, onChange }: ControlProps) {
  const items = itemsIn(value);
  const catalog = useQuery(catalogQuery).data?.items ?? [];
  const list = useRef<HTMLDivElement>(null);
  const put = (next: readonly ItemDraft[]) => onChange(textOfItems(next));
  const change = (key: string, part: Partial<ItemDraft>) =>
    put(items.map((item) => (item.key === key ? changedItem(item, part, catalog) : item)));

  function add(): void {
    put([...items, blankItem(newKey(items))]);
    // After it has been rendered.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('section:last-of-type select')?.focus());
  }

  return (
    <InputsOf id={id} aria-label={label} aria-describedby={describedBy} className="hw-items" ref={list}>
      {items.map((item, index) => (
        <Item
          key={item.key}
          item={item}
          title={`Service ${index + 1}`}
          onChange={(part) => change(item.key, part)}
          {...(items.length > 1 && { onRemove: () => put(items.filter(({ key }) => key !== item.key)) })}
        />
      ))}
      {items.length < QUOTE_LIMITS.items && (
        <div className="hw-items-add">
          <Button icon={<Add />} text="Add Service" onClick={add} />
          <FromCatalog
            items={catalog}
            onPick={(picked) => put(withItem(items, itemOfCatalog(picked, newKey(items))))}
          />
        </div>
      )}
    </InputsOf>
  );
}

interface FromCatalogProps {
  items: readonly ShownCatalogItem[];
  onPick(item: ShownCatalogItem): void;
}

/** Adds a service with its price from the company's catalog; nothing if the catalog is empty. */
function FromCatalog({ items, onPick }: FromCatalogProps) {
  if (items.length === 0) return null;
  const menu = (
    <Menu className="hw-catalog">
      {items.map((item) => (
        <MenuItem
          key={item.id}
          text={[SERVICE_LABELS[item.service] ?? item.service, item.description].filter(Boolean).join(', ')}
          label={item.unitPrice === null ? '' : [formatMoney(item.unitPrice), item.unit].filter(Boolean).join(' / ')}
          onClick={() => onPick(item)}
        />
      ))}
    </Menu>
  );
  return (
    <Popover content={menu} placement="bottom-start">
      <Button icon={<Dollar />} text="From the price list" />
    </Popover>
  );
}

/** A key that no item has or had. */
function newKey(items: readonly ItemDraft[]): string {
  const numbers = items.map(({ key }) => Number(key)).filter(Number.isInteger);
  return String(Math.max(items.length, ...numbers) + 1);
}

interface ItemProps {
  item: ItemDraft;
  title: string;
  onChange(part: Partial<ItemDraft>): void;
  /** Unless it is the only one. */
  onRemove?(): void;
}

function Item({ item, title, onChange, onRemove }: ItemProps) {
  const refusal = refusalOfItem(item);
  const amount = amountOf(item);
  const quantity = quantityOf(item.quantity);
  return (
    <section className="hw-item" aria-label={title}>
      <div className="hw-item-head">
        <h3>{title}</h3>
        {item.priority && <ServicePriority priority={item.priority} />}
        {item.isSuggested && <span className="hw-muted">From the photo</span>}
        <span className="hw-item-total">{amount !== null && <Money amount={amount / 100} />}</span>
        {onRemove && (
          <Button
            variant="minimal"
            icon={<Trash />}
            aria-label={`Remove ${title}`}
            title={`Remove ${title}`}
            onClick={onRemove}
          />
        )}
      </div>
      <div className="hw-item-fields">
        {FIELDS.map((field) => (
          <FieldInput
            key={field.name}
            field={{ ...field, ...helpOf(field, item) }}
            value={item[field.name]}
            problem={refusal?.field === field.name ? refusal.why : undefined}
            marksRequired={false}
            onChange={(value) => onChange({ [field.name]: value })}
            {...(field.name === 'quantity' && {
              onLeave: () => quantity !== null && onChange({ quantity: String(quantity) }),
            })}
          />
        ))}
        <Switch
          checked={item.isOptional}
          label="Optional: the customer may choose it"
          onChange={({ currentTarget }) => onChange({ isOptional: currentTarget.checked })}
        />
      </div>
      {item.service !== '' && (
        <FinishedJobs
          service={item.service}
          hours={hoursOf(item)}
          // What whole jobs took and cost says nothing about one of several units.
          {...(quantity === 1 && {
            onHours: (hours) => onChange({ estimatedHours: String(hours) }),
            onPrice: (price) => onChange({ unitPrice: price.replace(/\.00$/, '') }),
          })}
        />
      )}
    </section>
  );
}

/** Of as many as there are; null until it is a valid number. */
function hoursOf(item: ItemDraft): number | null {
  const hours = workHours(workIn([{ ...item, isOptional: false }])).hours;
  return hours !== null && hours > 0 && hours <= QUOTE_LIMITS.hours ? hours : null;
}

/** The help text below an item's field. */
function helpOf({ name }: TextField, item: ItemDraft): Pick<Field, 'help'> {
  const { unitPrice, estimatedCost } = item;
  if (name === 'estimatedCost') return { help: 'As you would say it, like $800 - $1,200' };
  if (name === 'estimatedHours' && (quantityOf(item.quantity) ?? 1) > 1) {
    const hours = hoursOf(item);
    return { help: hours === null ? 'Of each' : `Of each: ${formatSpan(hours)} in all` };
  }
  if (name !== 'unitPrice') return {};
  const isTaken = unitPrice.trim() === '' && priceOf({ unitPrice, estimatedCost }) !== null;
  return { help: isTaken ? 'Taken from the estimated cost' : 'What the customer approves, each' };
}
