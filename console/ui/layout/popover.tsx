import { Classes, PopoverNext, type PopoverNextProps } from '@blueprintjs/core';
import { useRef } from 'react';

/**
 * A menu, or a few fields, at the button that opens it. The button gets the focus back when it begins to close: Blueprint
 * would give it back when it has closed, out of the dialog that the menu has opened meanwhile.
 */
export function Popover(props: PopoverNextProps) {
  const opener = useRef<Element | null>(null);
  return (
    <PopoverNext
      placement="bottom-end"
      arrow={false}
      shouldReturnFocusOnClose={false}
      onOpening={() => {
        opener.current = document.activeElement;
      }}
      onClosing={(popover) => {
        // Not only in the popover: the overlay catches the focus before and after it.
        const hadFocus = popover.closest(`.${Classes.OVERLAY}`)?.contains(document.activeElement);
        if (hadFocus && opener.current instanceof HTMLElement) opener.current.focus();
      }}
      {...props}
    />
  );
}
