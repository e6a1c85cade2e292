import { Button, InputGroup } from '@blueprintjs/core';
import { useRef, useState } from 'react';
import { pressesOf } from '../keyboard/keys.ts';
import { copyOrSelect } from './copy.ts';

/** A text to copy, with its Copy button. @param props.label what it is @param props.what it is called in a sentence */
export function CopyLine({ text, label, what = 'link' }: { text: string; label: string; what?: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [told, setTold] = useState('');

  async function copy(): Promise<void> {
    if (!input.current) return;
    const isCopied = await copyOrSelect(input.current);
    setTold(isCopied ? 'Copied.' : `The ${what} is selected. Copy it with ${pressesOf('$mod+c').join(' ')}.`);
  }

  return (
    <>
      <div className="hw-copy">
        <InputGroup
          inputRef={input}
          readOnly
          value={text}
          aria-label={label}
          onFocus={({ target }) => target.select()}
        />
        <Button text="Copy" onClick={() => void copy()} />
      </div>
      <p role="status" className="hw-muted">
        {told}
      </p>
    </>
  );
}
