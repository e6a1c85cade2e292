import { LEAD_STATUSES, type LeadStatus } from '../../../domain/lead/terms.ts';
import { useWindowMedia } from '../../ui/layout/use-media.ts';
import { storedChanged, useStored } from '../../ui/use-stored.ts';

/** Columns with no work left: they can be slim, which keeps them in view as drop targets. */
const CAN_BE_SLIM: readonly LeadStatus[] = ['Won', 'Lost'];

/** Widths that do not fit five open columns, but fit three and two slim ones. */
const FITS_SLIM = '(min-width: 801px) and (max-width: 1839px)';

/** If storage is turned off, it lasts until the page is reloaded. */
const unstored = new Map<string, string>();

export interface SlimColumns {
  isSlim(status: LeadStatus): boolean;
  /** Opens a slim column, or makes an open one slim; null for one that always stays open. */
  toggle(status: LeadStatus): (() => void) | null;
}

/** Which columns are slim: as left in this browser, or else so that all five fit. */
export function useSlimColumns(accountId: string): SlimColumns {
  const key = `heartwood.slim-columns.${accountId}`;
  const preset = useWindowMedia(FITS_SLIM) ? CAN_BE_SLIM.join(' ') : '';
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
