import { Checkbox, HTMLSelect, Switch } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef } from 'react';
import type { PropertyRecord } from '../../../api/customers/schema.ts';
import { EQUIPMENT_CATEGORIES } from '../../../domain/equipment/terms.ts';
import { queryClient } from '../../data/query-client.ts';
import { RecordPicker } from '../../records/edit/record-picker.tsx';
import { DateInput } from '../../ui/inputs/date-input.tsx';
import { type ControlProps, jsonOf, parsed } from '../../ui/inputs/fields.ts';
import { InputsOf } from '../../ui/inputs/inputs-of.tsx';
import { WhichTime } from '../../ui/inputs/which-time.tsx';
import { focusKey } from '../../ui/keyboard/focus.ts';
import { formatFromTo, formatMomentIn } from '../../ui/values/format.ts';
import { instantAt, momentAt, wallAt } from '../../ui/values/wall-time.ts';
import { useAccountId } from '../account/session.ts';
import { crewsQuery } from '../crew/crew.ts';
import { crewPicker } from '../crew/crew-picker.tsx';
import { propertyName } from '../customer/customer-kind.ts';
import { settingsQuery } from '../settings/settings.ts';
import { jobCustomerQuery } from './job.ts';

// The job form's inputs for more than text, and how their values are formatted.

/**
 * Picks one of a customer's properties.
 * @param customerId null until one is picked
 * @param isNew for a new job: a customer's only property is picked automatically, another customer's is cleared
 */
export function propertyInput(customerId: string | null, isNew: boolean): ComponentType<ControlProps> {
  return function PropertyInput({ id, label, value, describedBy, isInvalid, onChange }: ControlProps) {
    const { data } = useQuery({ ...jobCustomerQuery(customerId ?? ''), enabled: customerId !== null });
    const properties = customerId === null ? NONE : data?.properties;
    const isBegun = useRef(false);
    useEffect(() => {
      if (!isNew || properties === undefined || isBegun.current) return;
      isBegun.current = true;
      const fitting = fittingOf(properties, value);
      if (fitting !== value) onChange(fitting);
    });
    return (
      <HTMLSelect
        fill
        // It is another one for each customer, who may be picked when the focus is already here.
        {...focusKey(id)}
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{customerId === null ? 'Choose the customer first' : 'None: the address below'}</option>
        {properties?.map((property) => (
          <option key={property.id} value={property.id}>
            {propertyName(property)}
          </option>
        ))}
      </HTMLSelect>
    );
  };
}

const NONE: readonly PropertyRecord[] = [];

function fittingOf(properties: readonly PropertyRecord[], value: string): string {
  if (properties.some(({ id }) => id === value)) return value;
  return properties.length === 1 ? (properties[0]?.id ?? '') : '';
}

/** A property by name, if the page has loaded its customer. */
export function formatProperty(customerId: string | null): (value: unknown) => string {
  return (value) => {
    const customer = customerId === null ? undefined : queryClient.getQueryData(jobCustomerQuery(customerId).queryKey);
    const found = customer?.properties.find(({ id }) => id === value);
    return found ? propertyName(found) : 'One of the customer’s properties';
  };
}

/** Picks the crew that does the work. */
export function CrewInput({ value, onChange, ...control }: ControlProps) {
  const accountId = useAccountId();
  const crews = useQuery(crewsQuery).data ?? [];
  return (
    <RecordPicker
      {...control}
      kind={crewPicker}
      accountId={accountId}
      picked={value === '' ? [] : [value]}
      titles={Object.fromEntries(crews.map(({ id, name }) => [id, name]))}
      placeholder="Unassigned"
      onPick={([id = '']) => onChange(id)}
    />
  );
}

/** A crew by name, if the page has loaded it. */
export function formatCrew(value: unknown): string {
  return queryClient.getQueryData(crewsQuery.queryKey)?.find(({ id }) => id === value)?.name ?? 'A crew';
}

/** Checks the kinds of equipment that the work needs. */
export function EquipmentCategoriesInput({ id, label, value, describedBy, onChange }: ControlProps) {
  const chosen = parsed<string[]>(value) ?? [];
  const put = (category: string, isChosen: boolean) =>
    onChange(jsonOf(EQUIPMENT_CATEGORIES.filter((each) => (each === category ? isChosen : chosen.includes(each)))));
  return (
    <InputsOf id={id} aria-label={label} aria-describedby={describedBy} className="hw-checks">
      {EQUIPMENT_CATEGORIES.map((category) => (
        <Checkbox
          key={category}
          label={category}
          checked={chosen.includes(category)}
          onChange={({ currentTarget }) => put(category, currentTarget.checked)}
        />
      ))}
    </InputsOf>
  );
}

/** Whether its day and crew are fixed for the optimizer. */
export function PinnedInput({ id, value, onChange }: ControlProps) {
  const isPinned = value === 'true';
  return (
    <Switch
      id={id}
      checked={isPinned}
      label={isPinned ? 'Pinned: keeps its day and crew' : 'Not pinned: the optimizer may move it'}
      onChange={() => onChange(String(!isPinned))}
    />
  );
}

/** A day and time in the company's time zone. */
export function MomentInput({ id, label, value, describedBy, isInvalid, onChange }: ControlProps) {
  const zone = useQuery(settingsQuery).data?.timeZone;
  const wall = value === '' ? '' : wallAt(value, zone);
  const offset = value === '' ? '' : momentAt(value, zone).slice(wall.length);
  return (
    <>
      <DateInput
        id={id}
        type="datetime-local"
        aria-label={label}
        aria-describedby={describedBy}
        intent={isInvalid ? 'danger' : 'none'}
        value={wall}
        onValueChange={(typed) => onChange(instantAt(typed + offset, zone) ?? '')}
      />
      <WhichTime what="is meant" wall={wall} zone={zone} chosen={value} onChoose={onChange} />
    </>
  );
}

/** What a `MomentInput` holds, by the company's clock. */
export function formatMoment(value: unknown): string {
  return formatMomentIn(String(value), companyZone());
}

interface Visit {
  start: string;
  end: string;
}

/** Visits, one per line, by the company's clock: a history shows a plan as the schedule does, wherever it is read. */
export function formatVisits(value: unknown): string {
  return ((value ?? []) as Visit[]).map(({ start, end }) => formatFromTo(start, end, companyZone())).join('\n');
}

/** Undefined until the settings are loaded. */
function companyZone(): string | undefined {
  return queryClient.getQueryData(settingsQuery.queryKey)?.timeZone;
}
