import { Button } from '@blueprintjs/core';
import { Lightbulb } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import type { CampaignRecord } from '../../../../api/campaigns/schema.ts';
import type { IdeasAnswer } from '../../../../api/content-ideas/schema.ts';
import { may } from '../../../../domain/user/terms.ts';
import { isNotFound } from '../../../data/api.ts';
import type { PageProps } from '../../../entities/account/session.ts';
import { campaignQuery } from '../../../entities/campaign/campaign.ts';
import { GridSkeleton } from '../../../records/list/record-cards.tsx';
import { Disclosure } from '../../../ui/layout/disclosure.tsx';
import { DataArea } from '../../../ui/status/data-area.tsx';
import { Instant } from '../../../ui/values/day.tsx';
import type { MarketingSearch } from '../marketing-search.ts';
import { IdeaCard } from './idea-card.tsx';
import { ideasQuery } from './ideas.ts';

interface ContentProps extends Pick<PageProps<MarketingSearch>, 'account' | 'search' | 'onSearch'> {
  /** Null for whoever may not ask for ideas. */
  generate: { run(): void; isPending: boolean } | null;
}

/** On the button that asks for ideas. */
export const GENERATE = 'Generate Content';

/** Ideas for posts; each is scheduled for the campaign that was selected by View. */
export function Content({ account, search, onSearch, generate }: ContentProps) {
  const query = useQuery(ideasQuery);
  const canChange = may(account.role, 'marketing:change');
  const selected = useSelected(search.campaign);
  return (
    <DataArea
      query={query}
      isEmpty={({ contentIdeas }) => contentIdeas.length === 0}
      firstUse={{
        title: 'No content ideas yet',
        description: 'Ideas come from the work you finished this month, what customers ask for, and the season.',
        icon: <Lightbulb size={40} />,
        ...(generate && {
          action: <Button text={GENERATE} intent="primary" onClick={generate.run} loading={generate.isPending} />,
        }),
      }}
      filtered={null}
      skeleton={<GridSkeleton />}
    >
      {(answer) => (
        <>
          <AboutIdeas {...answer} />
          {canChange && <For {...selected} />}
          <ul className="hw-grid" aria-label="Content ideas">
            {answer.contentIdeas.map((idea) => (
              <li key={idea.id}>
                <IdeaCard
                  idea={idea}
                  campaignId={selected.why === null ? search.campaign : undefined}
                  canChange={canChange}
                  onOpen={(post) => onSearch({ tab: 'social', post })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </DataArea>
  );
}

function AboutIdeas({ generatedAt, fallback }: IdeasAnswer) {
  return (
    <>
      <p className="hw-muted">
        {generatedAt && (
          <>
            Generated <Instant iso={generatedAt} />.{' '}
          </>
        )}
        {fallback}
      </p>
      <Disclosure summary="How engagement is estimated" className="hw-report-how">
        <p>
          It is a rule of thumb, not a measurement. An idea about your own work counts, one about the season counts, and
          so do pictures before and after: high for two of these, medium for one, low for none.
        </p>
      </Disclosure>
    </>
  );
}

interface Selected {
  /** The campaign that was selected by View, once it is known. */
  campaign: CampaignRecord | undefined;
  /** Why no post can be scheduled; null if nothing is in the way. */
  why: string | null;
}

function useSelected(id: string | undefined): Selected {
  const { data: campaign, error } = useQuery({ ...campaignQuery(id ?? ''), enabled: id !== undefined });
  if (id === undefined) {
    return { campaign, why: 'To schedule a post, select a campaign with View on the tab Campaigns.' };
  }
  if (campaign?.removed)
    return { campaign, why: `To schedule a post, restore ${campaign.name} or select another campaign.` };
  return {
    campaign,
    why: isNotFound(error) ? 'The selected campaign is not in the list. Select another with View.' : null,
  };
}

/** The campaign that posts are scheduled for, or how to select one. */
function For({ campaign, why }: Selected) {
  if (why !== null) return <p>{why}</p>;
  return (
    <p>
      Posts are scheduled for <strong>{campaign?.name ?? 'the selected campaign'}</strong>.
    </p>
  );
}
