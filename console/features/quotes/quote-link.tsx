import { Button, InputGroup } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { QuoteRecord } from '../../../api/quotes/schema.ts';
import { quoteLinkQuery } from '../../entities/quote/quote.ts';
import { copyOrSelect } from '../../ui/copy.ts';
import { pressesOf } from '../../ui/keys.ts';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toaster.tsx';

/** The page that the customer sees, for a text message or a look at it oneself. */
export function QuoteLink({ quote }: { quote: QuoteRecord }) {
  const { data } = useQuery(quoteLinkQuery(quote.id, quote.version));
  const input = useRef<HTMLInputElement>(null);

  async function copy(): Promise<void> {
    if (!input.current) return;
    const isCopied = await copyOrSelect(input.current);
    const text = isCopied
      ? 'Whoever has it can look at this version, and approve it.'
      : `It is selected. Copy it with ${pressesOf('$mod+c').join(' ')}.`;
    void showToast({ title: isCopied ? 'Link Copied' : 'Link Selected', text, intent: 'success' });
  }

  if (!data) return null;
  return (
    <Section
      title="Customer's link"
      actions={
        <a href={data.url} target="_blank" rel="noreferrer">
          Open it
        </a>
      }
    >
      <div className="hw-copy">
        <InputGroup
          inputRef={input}
          readOnly
          value={data.url}
          aria-label="Customer's link"
          onFocus={({ target }) => target.select()}
        />
        <Button text="Copy link" onClick={() => void copy()} />
      </div>
    </Section>
  );
}
