import { useMatch, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import * as z from 'zod/mini';

// What a person would share of a page is in the part of its address from `?` on. A value that is none of those meant is
// none: an address can be old, or mistyped.

/** A link that somebody wrote by hand has `q=555` for what the console writes as `q="555"`. */
const written = z.pipe(z.union([z.number(), z.boolean()]), z.transform(String));

export const text = z.catch(z.optional(z.union([z.string(), written])), undefined);

/** There or not. */
export const flag = z.catch(z.optional(z.boolean()), undefined);

export function oneOf<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  return z.catch(z.optional(z.enum(choices)), undefined);
}

/** Changes what the address holds; `replace` keeps typing out of the browser's history. */
export type OnSearch<Search> = (change: Partial<Search>, how?: 'replace') => void;

/** The way for a page to change its own address, also while another page is on its way. */
export function useOnSearch(): OnSearch<object> {
  const navigate = useNavigate();
  const to = useMatch({ strict: false, select: ({ pathname }) => pathname });
  return useCallback(
    (change, how) =>
      void navigate({
        to,
        search: (now: object) => ({ ...now, ...change }),
        replace: how === 'replace',
        // It is the same page: what is scrolled of it stays so.
        resetScroll: false,
      }),
    [navigate, to],
  );
}
