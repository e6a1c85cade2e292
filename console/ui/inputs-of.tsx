import type { HTMLAttributes, RefAttributes } from 'react';

/** The props of a group; it is labelled, and named once. */
type InputsOfProps = Omit<HTMLAttributes<HTMLDivElement>, 'role'> & RefAttributes<HTMLDivElement>;

/** Several inputs that are one value. */
export function InputsOf(props: InputsOfProps) {
  // biome-ignore lint/a11y/useSemanticElements: a fieldset inside the form's group would name it twice
  return <div role="group" {...props} />;
}
