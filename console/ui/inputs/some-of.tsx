import { Checkbox } from '@blueprintjs/core';
import type { ComponentType } from 'react';
import { type ControlProps, type Field, jsonOf, parsed } from './fields.ts';
import { InputsOf } from './inputs-of.tsx';

type Labels = Readonly<Record<string, string>>;

/** A field with some of a few choices. Pass it the same list each time: it makes an input. */
export function someOf(name: string, label: string, choices: readonly string[], labels: Labels): Field {
  return {
    name,
    label,
    kind: 'structured',
    row: 'whole',
    control: checks(choices, labels),
    format: (value) => ((value ?? []) as string[]).map((each) => labels[each] ?? each).join(', '),
  };
}

function checks(choices: readonly string[], labels: Labels): ComponentType<ControlProps> {
  return function Checks({ id, label, value, describedBy, onChange }: ControlProps) {
    const chosen = parsed<string[]>(value) ?? [];
    const put = (choice: string, isChosen: boolean) =>
      onChange(jsonOf(choices.filter((each) => (each === choice ? isChosen : chosen.includes(each)))));
    return (
      <InputsOf id={id} aria-label={label} aria-describedby={describedBy} className="hw-checks">
        {choices.map((choice) => (
          <Checkbox
            key={choice}
            label={labels[choice] ?? choice}
            checked={chosen.includes(choice)}
            onChange={({ currentTarget }) => put(choice, currentTarget.checked)}
          />
        ))}
      </InputsOf>
    );
  };
}
