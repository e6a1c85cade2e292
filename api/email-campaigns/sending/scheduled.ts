import { emailCampaign } from '../../../domain/email-campaign/email-campaign.ts';
import { readAfter } from '../../../platform/commands/streams.ts';
import type { EventStore } from '../../../store/event-store.ts';
import type { ApiContext } from '../../kit/context.ts';
import { type ReadyContext, readyFor } from './ready.ts';
import type { Work } from './work.ts';

const TOO_LATE =
  'It was due while Heartwood was not running, or could not be sent then. Resume it if it should still go out.';
const PUT_BACK =
  'Its time had passed when it was restored, or its date was put back. Resume it if it should go out now.';

/** What keeps a campaign whose time has come from going out by itself; null for nothing. */
export async function whyNotDue(
  context: ReadyContext & Pick<ApiContext, 'streams' | 'store'>,
  { id, scheduledDate, isTooLate }: Work['due'][number],
): Promise<string | null> {
  if (isTooLate) return TOO_LATE;
  if (await wasPutBackLate(context.store, id, scheduledDate)) return PUT_BACK;
  const { state } = await context.streams.load(emailCampaign, id);
  if (state.presence === 'absent') return null;
  const ready = await readyFor(context, state.details);
  return 'why' in ready ? ready.why : null;
}

/**
 * Whether a campaign was restored, or its date put back by an undo, only after its time: nobody has asked for it to go out at
 * that moment. A date that is set may be a little past itself.
 */
async function wasPutBackLate(store: EventStore, id: string, scheduledDate: string): Promise<boolean> {
  const last = (await readAfter(store, `email_campaign-${id}`)).at(-1);
  const isPutBack = last?.type === 'EmailCampaignRestored' || last?.metadata.undoes !== undefined;
  return isPutBack && last !== undefined && last.metadata.recordedAt > scheduledDate;
}
