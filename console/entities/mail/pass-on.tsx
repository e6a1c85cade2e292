import { Button, Classes } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { textLink } from '../../../domain/kit/phone-links.ts';
import { showToast } from '../../ui/status/toaster.tsx';
import { copyText } from '../../ui/values/copy.ts';
import { byHandQuery } from './mail.ts';

/** What did not go by email, to pass on oneself: its link to copy, or else its text, and a text message to write. */
export function PassOn({ id }: { id: string }) {
  const { data } = useQuery(byHandQuery(id));
  if (!data) return null;
  const { url, phone, text } = data;
  async function copy(): Promise<void> {
    const isCopied = await copyText(url ?? text);
    void showToast(
      isCopied
        ? {
            title: url ? 'Link Copied' : 'Text Copied',
            text: 'Paste it into a message to the customer.',
            intent: 'success',
          }
        : {
            title: 'Not Copied',
            text: 'This browser does not allow it. Write a text message instead.',
            intent: 'warning',
          },
    );
  }
  return (
    <span className="hw-pass-on">
      <Button size="small" text={url ? 'Copy link' : 'Copy text'} onClick={() => void copy()} />
      <a className={`${Classes.BUTTON} ${Classes.SMALL}`} href={textLink(phone ?? '', text)}>
        Text message
      </a>
    </span>
  );
}
