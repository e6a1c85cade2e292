import { Classes, Tooltip } from '@blueprintjs/core';
import { useState } from 'react';

interface LaterButtonProps {
  text: string;
  /** Why it does nothing yet. */
  why: string;
  size?: 'small' | undefined;
}

/**
 * A button that nothing serves yet: it stays reachable by keyboard, so that its reason is. That is made when a pointer or
 * the focus comes, beside the button, which stays the same one: each card of a list has such a button, and hardly any is asked.
 */
export function LaterButton({ text, why, size }: LaterButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const ask = () => setAsked(true);
  const leave = () => setAsked(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only looks at what comes to the button
    <span className="hw-later" onMouseEnter={ask} onMouseLeave={leave} onFocus={ask} onBlur={leave}>
      {/* Not Blueprint's own, which measures its text: in a list that would lay out every card that is out of sight. */}
      <button
        type="button"
        aria-disabled
        aria-description={why}
        className={`${Classes.BUTTON} ${size === 'small' ? Classes.SMALL : ''}`}
      >
        {text}
      </button>
      {isAsked && (
        <Tooltip isOpen content={why} placement="top" onInteraction={setAsked}>
          <span />
        </Tooltip>
      )}
    </span>
  );
}
