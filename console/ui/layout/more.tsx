import { Button, Spinner, SpinnerSize } from '@blueprintjs/core';
import { useEffect, useMemo, useRef } from 'react';
import type { Paging } from '../../data/paged-query.ts';

/** How far below the visible part the next page is loaded. */
const AHEAD = '1200px';

/** The end of a paged list: the next page is loaded before the person has scrolled to it. */
export function More({ paging, label }: { paging: Paging; label: string }) {
  const { more, isLoading, hasFailed } = paging;
  const end = useRef<HTMLDivElement>(null);
  const load = useRef(more);
  load.current = more;
  const observer = useMemo(() => {
    // The second margin is for a list that scrolls within the page.
    const margins = { rootMargin: AHEAD, scrollMargin: AHEAD };
    return new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && load.current?.(),
      margins,
    );
  }, []);
  // Observe again after each page: if the end is still in view, that is reported once more.
  const isWaiting = more !== null && !isLoading && !hasFailed;
  useEffect(() => {
    if (!isWaiting || !end.current) return;
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWaiting, observer]);
  if (!more) return null;
  return (
    <div ref={end} className="hw-more">
      {isLoading ? (
        <Spinner size={SpinnerSize.SMALL} aria-label={`Loading more ${label}`} />
      ) : (
        <Button text="Show more" onClick={more} />
      )}
    </div>
  );
}
