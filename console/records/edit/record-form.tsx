import { Button, Classes } from '@blueprintjs/core';
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type ApiError, asksToConfirm } from '../../data/api.ts';
import { askForAll, halfTypedIn } from '../../ui/inputs/date-input.tsx';
import { FieldInput } from '../../ui/inputs/field-input.tsx';
import { type Field, partsOf, refusalOf, type Values } from '../../ui/inputs/fields.ts';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { showToast, type Toast } from '../../ui/status/toaster.tsx';
import { SEARCHING } from './record-picker.tsx';

/** A second click within this may come before the form is drawn as busy. */
const DRAWN_MS = 100;

interface RecordFormProps {
  fields: readonly Field[];
  values: Values;
  /**
   * Called for one field. Two may change before the form is drawn again, such as one that fills itself in while somebody
   * types into another: so the values are made from the newest.
   */
  onChange(next: (newest: Values) => Values): void;
  onSubmit(): void;
  /** Without it the form has no Cancel: it is always shown. */
  onCancel?(): void;
  /** Focuses the first field. */
  autoFocus?: boolean;
  submitText: string;
  /** Whether enough is filled in to submit. */
  canSubmit?: boolean;
  /** The toast for a blank required field, besides the field's own message; nothing is sent then. */
  blank?: Toast | undefined;
  isBusy: boolean;
  /** Of the last attempt: a field's error is shown next to it, the rest above the buttons. */
  error: ApiError | null;
  /** The form shows by itself what others changed meanwhile: then nothing is said of it besides. */
  showsChanges?: boolean;
  /** Sends it as confirmed, where the server asks about it (`asksToConfirm`). */
  onConfirm?(): void;
  /** Told after each drawing in which fields a date or time is typed in part, as only the inputs know. */
  onHalfTyped?(names: readonly string[]): void;
  /** Fields with restored, unsaved input; their labels say so. */
  unsaved?: readonly Field[] | undefined;
  /** Below the fields: what follows from them. */
  below?: ReactNode;
  children?: ReactNode;
}

/**
 * A form for a record's fields; native validation is off, as the server makes the rules. Input that cannot be parsed,
 * and would be sent as no value, is refused here.
 */
export function RecordForm(props: RecordFormProps) {
  const {
    fields,
    values,
    onChange,
    onSubmit,
    onCancel,
    submitText,
    isBusy,
    error,
    showsChanges = false,
    onConfirm,
    onHalfTyped,
    unsaved = [],
    blank,
    below,
    children,
    autoFocus = true,
    canSubmit = true,
  } = props;
  const editable = fields.filter(({ readOnly, isHidden, isSeen }) => !readOnly && !isHidden && (isSeen?.() ?? true));
  const marksRequired = editable.some((field) => !field.required);
  const [touchedSince, setTouchedSince] = useState<{ error: ApiError | null; names: readonly string[] }>({
    error,
    names: [],
  });
  const touched = touchedSince.error === error ? touchedSince.names : [];

  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const form = useRef<HTMLFormElement>(null);
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    sentAt.current = Number.NEGATIVE_INFINITY;
  });
  // A picker does not take the focus by itself, and the button that opened the form may be gone: the focus would go to
  // the top of the page, and on a phone the page with it.
  useLayoutEffect(() => {
    if (autoFocus && !form.current?.contains(document.activeElement)) firstInput(form.current)?.focus();
  }, [autoFocus]);
  // After a refused save: focus the first invalid field, or what somebody else changed, or else the submit button.
  useEffect(() => {
    if (error) focusRefused(form.current, error);
  }, [error]);

  useEffect(() => {
    const { current } = form;
    if (current) onHalfTyped?.(editable.flatMap(({ name }) => (halfTypedOf(current, name) ? [name] : [])));
  });

  const problems = new Map(error?.issues.map(({ path, message }) => [path.split('.', 1)[0] ?? path, message]));
  const belongsToField = editable.some(({ name }) => problems.has(name));

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const now = performance.now();
    if (isBusy || !canSubmit || now - sentAt.current < DRAWN_MS) return;
    send(event.currentTarget, () => {
      sentAt.current = now;
      onSubmit();
    });
  }

  /** @param act sends it, if nothing is to be refused here */
  function send(element: HTMLFormElement, act: () => void): void {
    const refused = editable.flatMap((field): [string, string][] => {
      const why = refusal(field, element);
      return why === undefined ? [] : [[field.name, why]];
    });
    // Shown at once: what a picker marks is looked for below.
    flushSync(() => setRefusals(new Map(refused)));
    if (blank && editable.some(isBlank)) void showToast(blank);
    const [first] = refused;
    const unpicked = saidUnpicked(element);
    if (first) focusOn(refusedOf(element, first[0]));
    else if (unpicked) {
      focusOn(unpicked);
      if (unpicked.validationMessage === SEARCHING) void showToast(NOT_FOUND_YET);
    } else act();
  }

  /** Why input cannot be sent: it is blank, an unreadable amount, or a half-typed date, which would be sent as none. */
  function refusal(field: Field, element: HTMLFormElement): string | undefined {
    const halfTyped = halfTypedOf(element, field.name);
    if (halfTyped) return askForAll(halfTyped, !field.required);
    if (isBlank(field)) return `${field.label} is required.`;
    return refusalOf(field, values[field.name] ?? '');
  }

  function isBlank({ name, required }: Field): boolean {
    return required === true && !values[name]?.trim();
  }

  return (
    // What is typed while it is being sent would be lost with the form.
    <form className="hw-form" noValidate ref={form} aria-busy={isBusy} onSubmit={submit}>
      {children}
      {partsOf(editable).map((part) => (
        <Part
          key={part[0]?.name}
          heading={part[0]?.section === part[0]?.label ? undefined : part[0]?.section}
          isFolded={part[0]?.isFolded === true}
          isUsed={part.some(({ name }) => (values[name] ?? '') !== '')}
        >
          {part.map((field) => (
            <FieldInput
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              problem={
                refusals.get(field.name) ?? (touched.includes(field.name) ? undefined : problems.get(field.name))
              }
              marksRequired={marksRequired}
              isUnsaved={unsaved.includes(field)}
              autoFocus={autoFocus && field === editable[0]}
              isFrozen={isBusy}
              onChange={(value) => {
                if (isBusy) return;
                setTouchedSince({ error, names: [...touched, field.name] });
                setRefusals(new Map([...refusals].filter(([name]) => name !== field.name)));
                onChange((newest) => ({ ...newest, [field.name]: value }));
              }}
            />
          ))}
        </Part>
      ))}
      {below}
      {error && !belongsToField && !(showsChanges && error.code === 'stale') && (
        <p className="hw-form-error" role="alert">
          {error.message}
        </p>
      )}
      {onConfirm && error && asksToConfirm(error) && touched.length === 0 && (
        <Button
          intent="warning"
          text="Confirm and record it"
          loading={isBusy}
          onClick={() => form.current && send(form.current, onConfirm)}
        />
      )}
      <ActionBar>
        {onCancel && <Button text="Cancel" onClick={onCancel} />}
        <Button type="submit" intent="primary" text={submitText} loading={isBusy} disabled={!canSubmit} />
      </ActionBar>
    </form>
  );
}

interface PartProps {
  heading: string | undefined;
  isFolded: boolean;
  /** Something in it is filled in. */
  isUsed: boolean;
  children: ReactNode;
}

function Part({ heading, isFolded, isUsed, children }: PartProps) {
  // Emptied again, it is not folded under somebody's hands.
  const [startsOpen, setStartsOpen] = useState(isUsed);
  if (isUsed && !startsOpen) setStartsOpen(true);
  const fields = <div className="hw-form-fields">{children}</div>;
  if (heading === undefined) return fields;
  if (isFolded) {
    return (
      <Disclosure summary={heading} startsOpen={startsOpen} className="hw-form-folded">
        {fields}
      </Disclosure>
    );
  }
  return (
    <section className="hw-form-part">
      <h2>{heading}</h2>
      {fields}
    </section>
  );
}

function inputOf(form: HTMLFormElement, name: string): HTMLElement | undefined {
  const input = form.elements.namedItem(name);
  return input instanceof HTMLElement ? input : undefined;
}

/** Of all inputs of a field; also one of a row in it. */
function halfTypedOf(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
  const group = form.querySelector(`[data-field="${name}"]`);
  return group ? halfTypedIn(group) : undefined;
}

function refusedOf(form: HTMLFormElement, name: string): HTMLElement | null {
  return halfTypedOf(form, name) ?? inputOf(form, name) ?? invalidIn(form);
}

/** Has each picker say that its text is not picked, if it is not. @returns the first one */
function saidUnpicked(form: HTMLFormElement): HTMLInputElement | undefined {
  const inputs = [...form.querySelectorAll<HTMLInputElement>('input[role="combobox"]')];
  return inputs.filter((input) => !input.checkValidity())[0];
}

const NOT_FOUND_YET: Toast = {
  title: 'Not Saved Yet',
  text: 'What you typed is still being searched for. Save again once it is chosen.',
  intent: 'warning',
};

function firstInput(form: HTMLFormElement | null): HTMLElement | null {
  return form?.querySelector<HTMLElement>('input:not([type="hidden"]), select, textarea') ?? null;
}

function invalidIn(form: HTMLFormElement | null): HTMLElement | null {
  return form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null;
}

function firstDifference(form: HTMLFormElement | null): HTMLElement | null {
  return form?.querySelector<HTMLElement>('.hw-differences :is(input, button)') ?? null;
}

/** Also in what is folded away, and with what is said of it. */
function focusOn(element: HTMLElement | null): void {
  element?.closest('details')?.setAttribute('open', '');
  element?.closest(`.${Classes.FORM_GROUP}`)?.scrollIntoView({ block: 'nearest' });
  element?.focus();
}

function focusRefused(form: HTMLFormElement | null, { code }: ApiError): void {
  focusOn(invalidIn(form) ?? (code === 'stale' ? firstDifference(form) : null));
  // The submit button was disabled meanwhile, which took the focus away.
  if (document.activeElement === document.body) form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
}
