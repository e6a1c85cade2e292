import { type RefObject, useEffect, useRef } from 'react';

/** Whether what uses it is still on the screen: for what is told late, such as the answer to a form. */
export function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return isOpen;
}
