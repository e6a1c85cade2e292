import { Button, TextArea } from '@blueprintjs/core';
import { useRef, useState } from 'react';
import { pressesOf } from '../../ui/keyboard/keys.ts';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { copyOrSelect } from '../../ui/values/copy.ts';

/** New recovery codes: the server shows them only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [told, setTold] = useState('');
  const text = codes.join('\n');

  async function copy(): Promise<void> {
    if (!area.current) return;
    const isCopied = await copyOrSelect(area.current);
    setTold(isCopied ? 'Copied.' : `The codes are selected. Copy them with ${pressesOf('$mod+c').join(' ')}.`);
  }

  return (
    <div className="hw-recovery">
      <p>
        Each of these codes signs you in once if you do not have your phone. They are shown only now: keep them with
        your passwords, or on paper.
      </p>
      <TextArea
        inputRef={area}
        className="hw-recovery-codes"
        aria-label="Recovery codes"
        fill
        readOnly
        rows={codes.length}
        value={text}
      />
      <p role="status" className="hw-muted">
        {told}
      </p>
      <ActionBar>
        <Button text="Copy" onClick={() => void copy()} />
        <a
          className="bp6-button"
          download="heartwood-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        >
          Download
        </a>
        <Button intent="primary" text="I have saved them" onClick={onDone} />
      </ActionBar>
    </div>
  );
}
