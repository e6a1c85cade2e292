import { useCallback, useEffect, useRef } from 'react';

/** Filled by us once it is there, so that it does not flash at each key while somebody types. */
const EMPTY = '<!doctype html><html lang="en"><body></body></html>';

/**
 * The HTML of a mail as its recipient reads it. Nothing in it does anything: the frame runs no scripts, and links keep
 * only their look and say on hover where they would lead.
 * @param props.html of `contentOf`
 */
export function LetterFrame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const show = useCallback(() => {
    const body = frame.current?.contentDocument?.body;
    if (body) fill(body, html);
  }, [html]);
  useEffect(show, [show]);
  return (
    <iframe
      ref={frame}
      className="hw-letter-frame"
      title="The email as HTML"
      // Ours to fill, and without scripts.
      sandbox="allow-same-origin"
      srcDoc={EMPTY}
      onLoad={show}
    />
  );
}

/**
 * Our policy refuses styles that come in attributes, and takes those that a script sets. In the HTML of our mails the text is
 * escaped, quotes too: an attribute is found by its name and quote alone.
 */
function fill(body: HTMLElement, html: string): void {
  body.innerHTML = html.replaceAll(' style="', ' data-style="').replaceAll('<a href="', '<a title="');
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset['style'] ?? '';
  }
}
