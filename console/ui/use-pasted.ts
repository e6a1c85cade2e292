import { useEffect, useRef } from 'react';

type Take = (files: File[]) => void;

const ignore: Take = () => {};

/** Those who are on the screen; the last one came on top of the others. */
let takers: readonly { take: Take }[] = [];

document.addEventListener('paste', (event) => {
  const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
  const top = takers.at(-1);
  if (files.length === 0 || !top) return;
  event.preventDefault();
  top.take(files);
});

/**
 * Takes pictures that are pasted anywhere on the page; text that is pasted goes where it always does.
 * @param take null: nothing is taken
 */
export function usePasted(take: Take | null): void {
  const isTaking = take !== null;
  const own = useRef({ take: ignore });
  own.current.take = take ?? ignore;
  useEffect(() => {
    const { current } = own;
    if (!isTaking) return;
    takers = [...takers, current];
    return () => {
      takers = takers.filter((each) => each !== current);
    };
  }, [isTaking]);
}
