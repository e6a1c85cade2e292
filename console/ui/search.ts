import { useMatch, useNavigate } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useRef } from 'react';
import * as z from 'zod/mini';

// What a person would share about a page is in its URL's search parameters. An invalid value counts as none: a URL can
// be old, or mistyped.

/** A hand-written link has `q=555` or `read=false` where the console writes `q="555"`. */
const written = z.pipe(z.union([z.number(), z.boolean()]), z.transform(String));

export const text = z.catch(z.optional(z.union([z.string(), written])), undefined);

/** True or absent. */
export const flag = z.catch(z.optional(z.boolean()), undefined);

export function oneOf<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  return z.catch(z.optional(z.union([z.enum(choices), z.pipe(written, z.enum(choices))])), undefined);
}

/**
 * Changes the search parameters. `replace` keeps typing out of the browser's history; `return` comes back to the page if it
 * was left, as a link in a toast does.
 */
export type OnSearch<Search> = (change: Partial<Search>, how?: 'replace' | 'return') => void;

/**
 * Lets a page change its own URL, even while another page is loading. Of a page that was left, as when the answer to a
 * form comes late, nothing is changed: nobody is pulled away from where they are by then.
 */
export function useOnSearch(): OnSearch<object> {
  const navigate = useNavigate();
  const to = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const shown = useRef<string>(null);
  useLayoutEffect(() => {
    shown.current = to;
    return () => {
      shown.current = null;
    };
  }, [to]);
  return useCallback(
    (change, how) => {
      const isShown = shown.current === to;
      if (!isShown && how !== 'return') return;
      void navigate({
        to,
        search: (now: object) => ({ ...(isShown && now), ...change }),
        replace: how === 'replace',
        // It is the same page: keep its scroll position.
        resetScroll: !isShown,
      });
    },
    [navigate, to],
  );
}
