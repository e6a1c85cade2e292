import { useEffect, useRef } from 'react';

/**
 * Takes pictures that are pasted anywhere on the page; text that is pasted goes where it always does.
 * @param take null: nothing is taken
 */
export function usePasted(take: ((files: File[]) => void) | null): void {
  const current = useRef(take);
  current.current = take;
  useEffect(() => {
    function paste(event: ClipboardEvent): void {
      const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
      // Where two could take it, the first one has.
      if (files.length === 0 || event.defaultPrevented || !current.current) return;
      event.preventDefault();
      current.current(files);
    }
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}
