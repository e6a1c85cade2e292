/** The names of the fields that a person has changed since the page arrived, also before any script did. */
export function changedFields(form: HTMLFormElement): ReadonlySet<string> {
  return new Set([...form.elements].filter(isChanged).map((field) => field.getAttribute('name') ?? ''));
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    return (
      field.selectedIndex !==
      Math.max(
        0,
        options.findIndex(({ defaultSelected }) => defaultSelected),
      )
    );
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement)) return false;
  const isChoice = field.type === 'radio' || field.type === 'checkbox';
  return isChoice ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}
