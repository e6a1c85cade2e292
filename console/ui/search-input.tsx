import { InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { type Ref, useEffect, useState } from 'react';

/** A pause in typing of this length is taken as a search. */
const PAUSE_MS = 150;
/** What the server takes. */
const MOST_CHARACTERS = 200;

interface SearchInputProps {
  /** As the address says. */
  value: string;
  placeholder: string;
  onChange(value: string): void;
  ref?: Ref<HTMLInputElement>;
}

/** A search box whose text is in the address; it follows the address where that changes by another way. */
export function SearchInput({ value, placeholder, onChange, ref }: SearchInputProps) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setTyped(value);
  }

  useEffect(() => {
    if (typed === seen) return;
    const timer = setTimeout(() => onChange(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  });

  return (
    <InputGroup
      type="search"
      leftIcon={<Search />}
      aria-label={placeholder.replace('...', '')}
      placeholder={placeholder}
      value={typed}
      maxLength={MOST_CHARACTERS}
      inputRef={ref}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
