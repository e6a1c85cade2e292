import { Button, Classes, InputGroup } from '@blueprintjs/core';
import { type ReactNode, useRef } from 'react';
import { pressesOf } from '../keyboard/keys.ts';
import { Section } from '../layout/section.tsx';
import { showToast } from '../status/toaster.tsx';
import { copyOrSelect } from './copy.ts';

interface CustomerLinkProps {
  url: string;
  /** What anyone who has the link can do, said once it is copied. */
  opens: string;
  /** What else is to be said of it. */
  children?: ReactNode;
}

/** The link to the page a customer sees, to put in a text message or to open oneself. */
export function CustomerLink({ url, opens, children }: CustomerLinkProps) {
  const input = useRef<HTMLInputElement>(null);

  async function copy(): Promise<void> {
    if (!input.current) return;
    const isCopied = await copyOrSelect(input.current);
    const text = isCopied ? opens : `It is selected. Copy it with ${pressesOf('$mod+c').join(' ')}.`;
    void showToast({ title: isCopied ? 'Link Copied' : 'Link Selected', text, intent: 'success' });
  }

  return (
    <Section
      title="Customer's link"
      actions={
        <a href={url} target="_blank" rel="noreferrer" className={`${Classes.BUTTON} ${Classes.SMALL}`}>
          Open it
        </a>
      }
    >
      <div className="hw-copy">
        <InputGroup
          inputRef={input}
          readOnly
          value={url}
          aria-label="Customer's link"
          onFocus={({ target }) => target.select()}
        />
        <Button text="Copy link" onClick={() => void copy()} />
      </div>
      {children}
    </Section>
  );
}
