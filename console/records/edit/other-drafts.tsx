import { type ReactNode, useState } from 'react';
import { draftsBeside, dropDraft, freeKey, readDraft } from '../../data/drafts.ts';
import type { Values } from '../../ui/inputs/fields.ts';
import { OtherDraftBanner } from './draft-banner.tsx';

/** Whom or what a form is opened for, where somebody else can be chosen in it. */
export interface Opened {
  /** What the form begins with. */
  initial: Values;
  /** Whether values are for somebody else than the form is opened for. */
  isOther(values: Values): boolean;
  /** Whom values are for, as in “is for Ada Lovelace”. */
  nameOf(values: Values): ReactNode;
}

interface OwnDraft {
  key: string;
  /** Whether a person opened it in place of another: the button that they pressed is gone. */
  isOpened: boolean;
  others: ReactNode;
}

/**
 * Which draft a form is filled from: one for whom it is opened, or none. Somebody else may have been chosen in the form
 * since; what was typed for them stays under its key, is offered, and is never taken for what is opened.
 * @param key names all that the form is opened for
 * @param asked the draft that is asked for, whomever it is for, as long as it is there
 */
export function useOwnDraft(key: string, opened: Opened, asked?: string): OwnDraft {
  const { initial, isOther, nameOf } = opened;
  const valuesAt = (each: string): Values => ({ ...initial, ...readDraft<Values>(each)?.held });
  const [own, setOwn] = useState(() => {
    const there = draftsBeside(key);
    return there.find((each) => each === asked) ?? there.find((each) => !isOther(valuesAt(each))) ?? freeKey(key);
  });
  const [isOpened, setOpened] = useState(false);
  const [others, setOthers] = useState(() => draftsBeside(key).filter((each) => each !== own));

  function open(other: string): void {
    setOwn(other);
    setOpened(true);
    setOthers(draftsBeside(key).filter((each) => each !== other));
  }

  function discard(other: string): void {
    dropDraft(other);
    setOthers((now) => now.filter((each) => each !== other));
  }

  const banners = others.flatMap((each) => {
    const draft = readDraft<Values>(each);
    return draft === null
      ? []
      : [
          <OtherDraftBanner
            key={each}
            typedAt={draft.typedAt}
            whose={nameOf(valuesAt(each))}
            onOpen={() => open(each)}
            onDiscard={() => discard(each)}
          />,
        ];
  });
  return { key: own, isOpened, others: banners };
}
