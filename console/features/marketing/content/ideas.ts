import { queryOptions } from '@tanstack/react-query';
import type { IdeasAnswer } from '../../../../api/content-ideas/schema.ts';
import { CONTENT_TYPES } from '../../../../domain/campaign/terms.ts';
import { queryClient, read } from '../../../data/query-client.ts';
import { useCommand } from '../../../data/use-command.ts';
import { SOCIAL_POSTS } from '../../../entities/social-post/social-post.ts';
import { showToast } from '../../../ui/status/toaster.tsx';

/** What the page asks ideas for (spec, staff console, section 7). */
const ASKED = {
  businessType: 'tree service company',
  targetAudience: ['homeowners', 'property managers', 'landscaping companies'],
  platforms: ['facebook', 'instagram', 'linkedin'],
  contentTypes: CONTENT_TYPES,
};

/** The ideas that one was given last: they are there again after a reload, and on another device. */
export const ideasQuery = queryOptions({
  queryKey: ['content-ideas'],
  // An idea says which post was made of it, and shows photos as long as their customer agrees.
  meta: { collections: [...SOCIAL_POSTS, 'jobs', 'photos'] },
  queryFn: (context) => read<IdeasAnswer>('/api/marketing/content-ideas', context),
});

/** Asks for other ideas, and shows them in place of the last ones. */
export function useGenerate() {
  return useCommand<void, IdeasAnswer>({
    command: () => ({ method: 'POST', path: '/api/marketing/generate-content', body: ASKED }),
    collections: [],
    onSuccess({ data }) {
      queryClient.setQueryData(ideasQuery.queryKey, data);
      const text = `Generated ${data.contentIdeas.length} content ideas for your campaign.`;
      void showToast({ title: 'Content Generated', text, intent: 'success' });
    },
    onError({ status, message }) {
      const text = status === 429 ? message : 'Failed to generate content. Please try again.';
      void showToast({ title: 'Error', text, intent: 'danger' });
    },
  });
}
