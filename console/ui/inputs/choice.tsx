import { HTMLSelect } from '@blueprintjs/core';

interface ChoiceProps<Value extends string> {
  /** For screen readers. */
  label: string;
  value: Value | undefined;
  /** Each value with its text, in order. */
  choices: readonly (readonly [value: Value, text: string])[];
  /** The text of no value: `All statuses`. Without it one is always chosen. */
  none?: string;
  /** Its choices are read from the server: it has its width without them. */
  comesLater?: boolean;
  onChoice(value: Value | undefined): void;
}

/** A choice of one of a few values, such as a filter of a list. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, choices, none, comesLater = false, onChoice } = props;
  return (
    <HTMLSelect
      className={comesLater ? 'hw-choice hw-choice-later' : 'hw-choice'}
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChoice(choices.find(([each]) => each === target.value)?.[0])}
    >
      {none !== undefined && <option value="">{none}</option>}
      {choices.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </HTMLSelect>
  );
}

/** The choices of a list of values, each by its label, or by itself where it has none. */
export function labeled<Value extends string>(
  values: readonly Value[],
  labels: Readonly<Record<string, string>> = {},
): (readonly [Value, string])[] {
  return values.map((value) => [value, labels[value] ?? value] as const);
}
