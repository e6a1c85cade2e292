import type { HTMLAttributes, RefAttributes } from 'react';

/** The props of a group; it has a label, and is named only once. */
type InputsOfProps = Omit<HTMLAttributes<HTMLDivElement>, 'role'> & RefAttributes<HTMLDivElement>;

/** Several inputs for one value. */
export function InputsOf(props: InputsOfProps) {
  // biome-ignore lint/a11y/useSemanticElements: a fieldset inside the form's group would name it twice
  return <div role="group" {...props} />;
}
