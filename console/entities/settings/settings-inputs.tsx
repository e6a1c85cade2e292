import { Checkbox, HTMLSelect, InputGroup, type InputGroupProps, TextArea } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ACCOUNT_KEYS, ACCOUNT_NAME_LENGTH, ACCOUNTS, type AccountNames } from '../../../domain/accounts/terms.ts';
import {
  COMPANY_DEFAULTS,
  COMPANY_LIMITS,
  type TravelSettings,
  WEEKDAYS,
  type Weekday,
  WIDGET_COLOR,
} from '../../../domain/company/terms.ts';
import { type ControlProps, jsonOf, parsed } from '../../ui/inputs/fields.ts';
import { InputsOf } from '../../ui/inputs/inputs-of.tsx';
import { listInput } from '../../ui/inputs/list-input.tsx';

/** The working days. */
export function DaysInput({ id, label, value, describedBy, onChange }: ControlProps) {
  const days = parsed<string[]>(value) ?? [];
  const toggle = (day: Weekday) => onChange(jsonOf(WEEKDAYS.filter((each) => days.includes(each) !== (each === day))));
  return (
    <InputsOf id={id} aria-label={label} aria-describedby={describedBy} className="hw-weekdays">
      {WEEKDAYS.map((day) => (
        <Checkbox
          key={day}
          label={short(day)}
          aria-label={capitalised(day)}
          checked={days.includes(day)}
          onChange={() => toggle(day)}
        />
      ))}
    </InputsOf>
  );
}

/** `Mon, Tue, Wed`. */
export function formatDays(value: unknown): string {
  return ((value ?? []) as string[]).map(short).join(', ');
}

function short(day: string): string {
  return capitalised(day).slice(0, 3);
}

function capitalised(day: string): string {
  return day.charAt(0).toUpperCase() + day.slice(1);
}

interface HomeBase {
  address: string;
  latitude: number | string | null;
  longitude: number | string | null;
}

const NOWHERE: HomeBase = { address: '', latitude: null, longitude: null };

/** Where the crews start out, with its coordinates. */
export function HomeBaseInput({ id, label, value, describedBy, isInvalid, onChange }: ControlProps) {
  const base = parsed<HomeBase>(value) ?? NOWHERE;
  const change = (part: Partial<HomeBase>) => {
    const next = { ...base, ...part };
    const isEmpty = next.address === '' && next.latitude === null && next.longitude === null;
    onChange(jsonOf(isEmpty ? null : next));
  };
  return (
    <InputsOf aria-label={label} className="hw-home-base">
      <InputGroup
        id={id}
        placeholder="Street, city, state, ZIP code"
        aria-describedby={describedBy}
        intent={isInvalid ? 'danger' : 'none'}
        maxLength={COMPANY_LIMITS.address}
        value={base.address}
        onValueChange={(address) => change({ address })}
      />
      {(['latitude', 'longitude'] as const).map((axis) => (
        <NumberInput
          key={axis}
          aria-label={`${label}: ${axis}`}
          placeholder={axis === 'latitude' ? 'Latitude, like 42.32' : 'Longitude, like -72.63'}
          value={base[axis]}
          onNumber={(degrees) => change({ [axis]: degrees })}
        />
      ))}
    </InputsOf>
  );
}

interface NumberInputProps extends Pick<InputGroupProps, 'aria-label' | 'intent' | 'placeholder' | 'rightElement'> {
  /** Text until it is a number. */
  value: number | string | null;
  onNumber(value: number | string | null): void;
}

/** Reports a number once the text is one; until then the text itself, which the server refuses. Shows it as typed. */
export function NumberInput({ value, onNumber, ...shown }: NumberInputProps) {
  const [typed, setTyped] = useState('');
  return (
    <InputGroup
      {...shown}
      inputMode="decimal"
      value={numberOf(typed) === value ? typed : String(value ?? '')}
      onValueChange={(text) => {
        setTyped(text);
        onNumber(numberOf(text));
      }}
    />
  );
}

function numberOf(text: string): number | string | null {
  if (text.trim() === '') return null;
  return /^\s*-?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : text;
}

export function formatHomeBase(value: unknown): string {
  const base = value as HomeBase | null;
  if (!base) return '';
  return base.latitude === null ? base.address : `${base.address}\n${base.latitude}, ${base.longitude}`;
}

const DRIVING = {
  roadFactor: { label: 'Road miles for each mile in a straight line', unit: '' },
  setOffMinutes: { label: 'To get going and to park', unit: 'min' },
  townMph: { label: 'Speed on drives up to 2 miles', unit: 'mph' },
  roadMph: { label: 'Speed on drives of 2 to 15 miles', unit: 'mph' },
  highwayMph: { label: 'Speed on longer drives', unit: 'mph' },
} as const satisfies Record<keyof TravelSettings, { label: string; unit: string }>;

const DRIVING_PARTS = Object.keys(DRIVING) as (keyof TravelSettings)[];

type Driving = Record<keyof TravelSettings, number | string | null>;

/** The trucks' speed, for drives estimated by distance. */
export function TravelInput({ id, label, value, isInvalid, describedBy, onChange }: ControlProps) {
  const driving = parsed<Driving>(value) ?? COMPANY_DEFAULTS.travel;
  return (
    <InputsOf id={id} aria-label={label} aria-describedby={describedBy} className="hw-driving">
      {DRIVING_PARTS.map((part) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the input is inside
        <label key={part}>
          <span>{DRIVING[part].label}</span>
          <NumberInput
            intent={isInvalid ? 'danger' : 'none'}
            rightElement={<span className="hw-unit">{DRIVING[part].unit}</span>}
            value={driving[part]}
            onNumber={(number) => onChange(jsonOf({ ...driving, [part]: number }))}
          />
        </label>
      ))}
    </InputsOf>
  );
}

export function formatTravel(value: unknown): string {
  const driving = value as TravelSettings;
  return DRIVING_PARTS.map((part) => `${DRIVING[part].label}: ${driving[part]} ${DRIVING[part].unit}`.trim()).join(
    '\n',
  );
}

const A_COLOR = /^#[0-9a-f]{6}$/i;

/** A color, picked or typed as `#2f6b3a`; empty for the widget's default. */
export function ColorInput({ id, label, value, describedBy, isInvalid, onChange }: ControlProps) {
  return (
    <InputsOf aria-label={label} className="hw-color">
      <input
        type="color"
        aria-label={`${label}: pick`}
        value={A_COLOR.test(value) ? value : WIDGET_COLOR}
        onChange={({ target }) => onChange(target.value)}
      />
      <InputGroup
        id={id}
        placeholder={WIDGET_COLOR}
        aria-describedby={describedBy}
        intent={isInvalid ? 'danger' : 'none'}
        maxLength={7}
        value={value}
        onValueChange={onChange}
      />
    </InputsOf>
  );
}

interface ServiceArea {
  zipCodes: string[] | null;
  radiusMiles: number | string | null;
}

/** Where the company works: everywhere, in some ZIP codes, or around the home base. */
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
    <InputsOf aria-label={label} className="hw-service-area">
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
        <NumberInput
          intent={intent}
          aria-label={`${label}: miles`}
          value={area?.radiusMiles === '' ? null : (area?.radiusMiles ?? null)}
          rightElement={<span className="hw-unit">miles</span>}
          onNumber={(miles) => put({ zipCodes: null, radiusMiles: miles ?? '' })}
        />
      )}
    </InputsOf>
  );
}

export function formatServiceArea(value: unknown): string {
  const area = value as ServiceArea | null;
  if (!area) return '';
  return area.zipCodes ? area.zipCodes.join(', ') : `${area.radiusMiles} miles around the home base`;
}

/**
 * Whole numbers of days, separated by spaces or commas. An empty list is sent as one: no value would mean the defaults.
 */
export function RemindersInput({ id, label, value, describedBy, isInvalid, onChange }: ControlProps) {
  const days = parsed<(number | string)[]>(value) ?? [];
  const [typed, setTyped] = useState('');
  const isAsTyped = JSON.stringify(daysOf(typed)) === JSON.stringify(days);
  return (
    <InputGroup
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      intent={isInvalid ? 'danger' : 'none'}
      inputMode="text"
      placeholder="None"
      value={isAsTyped ? typed : days.join(', ')}
      onValueChange={(text) => {
        setTyped(text);
        onChange(JSON.stringify(daysOf(text)));
      }}
    />
  );
}

/** What is not a number stays text, which the server refuses. */
function daysOf(text: string): (number | string)[] {
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((word) => (/^\d{1,4}$/.test(word) ? Number(word) : word));
}

export function formatReminders(value: unknown): string {
  const days = (value ?? []) as number[];
  return days.length === 0 ? '' : `${days.join(', ')} days after the due date`;
}

/** The owner's names for the ledger accounts; each shows its default name. */
export function AccountNamesInput({ id, label, value, describedBy, isInvalid, onChange }: ControlProps) {
  const names = parsed<AccountNames>(value) ?? {};
  return (
    <InputsOf id={id} aria-label={label} aria-describedby={describedBy} className="hw-account-names">
      {ACCOUNT_KEYS.map((account) => (
        <InputGroup
          key={account}
          aria-label={ACCOUNTS[account]}
          placeholder={ACCOUNTS[account]}
          intent={isInvalid ? 'danger' : 'none'}
          maxLength={ACCOUNT_NAME_LENGTH}
          value={names[account] ?? ''}
          onValueChange={(name) => {
            const { [account]: _, ...others } = names;
            onChange(jsonOf(name === '' ? others : { ...others, [account]: name }));
          }}
        />
      ))}
      <p>
        <Link to="/accounting" className="hw-in-text">
          Go to the export
        </Link>
      </p>
    </InputsOf>
  );
}

export function formatAccountNames(value: unknown): string {
  const names = (value ?? {}) as AccountNames;
  const renamed = ACCOUNT_KEYS.filter((account) => names[account] !== undefined);
  if (renamed.length === 0) return 'Default names';
  return renamed.map((account) => `${ACCOUNTS[account]}: ${names[account]}`).join('\n');
}

/** A logo as the history shows it. */
export function formatLogo(value: unknown): string {
  const logo = value as { width: number; height: number } | null;
  return logo ? `A picture of ${logo.width} × ${logo.height} pixels` : '';
}

/** A mail server as the history shows it. */
export function formatMailServer(value: unknown): string {
  const server = value as { host: string; port: number; user: string | null; from: string } | null;
  if (!server) return '';
  const { host, port, user, from } = server;
  return [`${host}:${port}`, user && `account ${user}`, `from ${from}`].filter(Boolean).join(', ');
}

const ListInput = listInput('W-4, driver’s license…');

/** The items of a checklist: none at all is a list too, and not the default. */
export function ItemsInput({ onChange, ...control }: ControlProps) {
  return <ListInput {...control} onChange={(items) => onChange(items === '' ? '[]' : items)} />;
}
