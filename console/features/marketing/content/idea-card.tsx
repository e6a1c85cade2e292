import { Button } from '@blueprintjs/core';
import { Briefcase, Camera, Chat, type SVGIconProps, ThumbsUp, Tick, Video } from '@blueprintjs/icons';
import type { ComponentType } from 'react';
import type { IdeasAnswer } from '../../../../api/content-ideas/schema.ts';
import {
  CONTENT_TYPE_LABELS,
  MARKETING_PLATFORM_LABELS,
  type MarketingPlatform,
} from '../../../../domain/campaign/terms.ts';
import type { Engagement } from '../../../../domain/content-idea/terms.ts';
import { hashtagText } from '../../../../domain/social-post/terms.ts';
import { queryClient } from '../../../data/query-client.ts';
import { useCommand } from '../../../data/use-command.ts';
import { PicturePair } from '../../../entities/social-post/picture-pair.tsx';
import { SOCIAL_POSTS, SOCIAL_POSTS_PATH } from '../../../entities/social-post/social-post.ts';
import { StatusTag } from '../../../ui/status/status-tag.tsx';
import { showToast } from '../../../ui/status/toaster.tsx';
import type { Tone } from '../../../ui/status/tone.ts';
import { ideasQuery } from './ideas.ts';

type Idea = IdeasAnswer['contentIdeas'][number];

const ICONS: Readonly<Record<string, ComponentType<SVGIconProps>>> = {
  facebook: ThumbsUp,
  instagram: Camera,
  linkedin: Briefcase,
  twitter: Chat,
  tiktok: Video,
} satisfies Record<MarketingPlatform, unknown>;

const TONES: Readonly<Record<string, Tone>> = {
  high: 'green',
  medium: 'blue',
  low: 'grey',
} satisfies Record<Engagement, Tone>;

interface IdeaCardProps {
  idea: Idea;
  /** The campaign that it would be a post of; without one it is not scheduled. */
  campaignId: string | undefined;
  canChange: boolean;
  /** Opens the post that was made of it. */
  onOpen(postId: string): void;
}

/** An idea for a post, with the button that makes it one, now. */
export function IdeaCard({ idea, campaignId, canChange, onOpen }: IdeaCardProps) {
  const { title, platform, contentType, content, hashtags, estimatedEngagement, note, postId } = idea;
  const { beforePhotoId, photoId } = idea;
  const Icon = ICONS[platform] ?? Chat;
  const schedule = useSchedule(idea, campaignId);
  return (
    <div className="hw-card">
      <div className="hw-card-head">
        <Icon size={16} aria-hidden />
        <span className="hw-card-above">
          {MARKETING_PLATFORM_LABELS[platform] ?? platform} · {CONTENT_TYPE_LABELS[contentType] ?? contentType}
        </span>
        <StatusTag tone={TONES[estimatedEngagement] ?? 'grey'}>{estimatedEngagement} engagement</StatusTag>
      </div>
      <h2 title={title}>{title}</h2>
      <p className="hw-idea-text">{content}</p>
      <p className="hw-muted hw-idea-text">{hashtags.map(hashtagText).join(' ')}</p>
      {beforePhotoId !== null && photoId !== null && <PicturePair before={beforePhotoId} after={photoId} />}
      {note && <p className="hw-muted hw-idea-text">{note}</p>}
      {postId !== null && (
        <div className="hw-card-acts">
          <Button icon={<Tick />} text="Scheduled: see the post" onClick={() => onOpen(postId)} />
        </div>
      )}
      {canChange && postId === null && (
        <div className="hw-card-acts">
          <Button
            text="Schedule Post"
            aria-label={`Schedule Post: ${title}, ${MARKETING_PLATFORM_LABELS[platform] ?? platform}`}
            disabled={campaignId === undefined}
            loading={schedule.isPending}
            onClick={() => schedule.mutate()}
          />
        </div>
      )}
    </div>
  );
}

/** Until the answer is read again, the post is known here: the button is not to be pressed twice. */
function withPost(answer: IdeasAnswer, ideaId: string, postId: string): IdeasAnswer {
  const contentIdeas = answer.contentIdeas.map((idea) => (idea.id === ideaId ? { ...idea, postId } : idea));
  return { ...answer, contentIdeas };
}

function useSchedule(idea: Idea, campaignId: string | undefined) {
  const { id, platform, content, hashtags, beforePhotoId, photoId } = idea;
  return useCommand<void, { id: string }>({
    command: () => ({
      method: 'POST',
      path: SOCIAL_POSTS_PATH,
      body: {
        campaignId,
        platform,
        content,
        hashtags,
        scheduledDate: new Date().toISOString(),
        ideaId: id,
        ...(photoId !== null && { beforePhotoId, photoId }),
      },
    }),
    collections: SOCIAL_POSTS,
    onSuccess({ data }) {
      queryClient.setQueryData(ideasQuery.queryKey, (answer) => answer && withPost(answer, id, data.id));
      const text = 'Your social media post has been scheduled successfully.';
      void showToast({ title: 'Post Scheduled', text, intent: 'success' });
    },
    onError({ status, message }) {
      // What its customer said since is worth reading.
      const text = status === 400 ? message : 'Failed to schedule post. Please try again.';
      void showToast({ title: 'Error', text, intent: 'danger' });
    },
  });
}
