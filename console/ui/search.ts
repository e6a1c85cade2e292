import { useMatch, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import * as z from 'zod/mini';

// What a person would share about a page is in its URL's search parameters. An invalid value counts as none: a URL can
// be old, or mistyped.

/** A hand-written link has `q=555` where the console writes `q="555"`. */
const written = z.pipe(z.union([z.number(), z.boolean()]), z.transform(String));

export const text = z.catch(z.optional(z.union([z.string(), written])), undefined);

/** True or absent. */
export const flag = z.catch(z.optional(z.boolean()), undefined);

export function oneOf<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  return z.catch(z.optional(z.enum(choices)), undefined);
}

/** Changes the search parameters; `replace` keeps typing out of the browser's history. */
export type OnSearch<Search> = (change: Partial<Search>, how?: 'replace') => void;

/** Lets a page change its own URL, even while another page is loading. */
export function useOnSearch(): OnSearch<object> {
  const navigate = useNavigate();
  const to = useMatch({ strict: false, select: ({ pathname }) => pathname });
  return useCallback(
    (change, how) =>
      void navigate({
        to,
        search: (now: object) => ({ ...now, ...change }),
        replace: how === 'replace',
        // It is the same page: keep its scroll position.
        resetScroll: false,
      }),
    [navigate, to],
  );
}
