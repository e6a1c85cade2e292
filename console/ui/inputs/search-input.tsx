import { InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { type Ref, useEffect, useState } from 'react';

/** A pause in typing this long starts the search. */
const PAUSE_MS = 150;
/** The server's limit. */
const MOST_CHARACTERS = 200;

interface SearchInputProps {
  /** As in the URL. */
  value: string;
  placeholder: string;
  onChange(value: string): void;
  ref?: Ref<HTMLInputElement>;
}

/** A search box whose text is in the URL; it follows when the URL changes in another way. */
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
