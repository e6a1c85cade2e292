import { LEAD_STATUSES, type LeadStatus } from '../../../domain/lead/terms.ts';
import { useMedia } from '../../ui/use-media.ts';
import { storedChanged, useStored } from '../../ui/use-stored.ts';

/** The columns where nothing is left to do: they can be slim, which keeps them in sight as places to drop on. */
const CAN_BE_SLIM: readonly LeadStatus[] = ['Won', 'Lost'];

/** Here five open columns have no room beside each other, and three with two slim ones do. */
const FITS_SLIM = '(min-width: 801px) and (max-width: 1839px)';

/** Where storage is switched off: it holds until the page is loaded again. */
const unstored = new Map<string, string>();

export interface SlimColumns {
  isSlim(status: LeadStatus): boolean;
  /** Opens a slim column, or makes an open one slim; null for one that stays open. */
  toggle(status: LeadStatus): (() => void) | null;
}

/** Which columns are slim: as the person left them in this browser, and else so that all five are in sight. */
export function useSlimColumns(accountId: string): SlimColumns {
  const key = `heartwood.slim-columns.${accountId}`;
  const preset = useMedia(FITS_SLIM) ? CAN_BE_SLIM.join(' ') : '';
  const slim = new Set(useStored(() => kept(key) ?? preset).split(' '));
  return {
    isSlim: (status) => slim.has(status),
    toggle(status) {
      if (!CAN_BE_SLIM.includes(status)) return null;
      return () => keep(key, LEAD_STATUSES.filter((each) => slim.has(each) !== (each === status)).join(' '));
    },
  };
}

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return unstored.get(key) ?? null;
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    unstored.set(key, value);
  }
  storedChanged();
}
