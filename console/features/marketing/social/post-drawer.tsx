import { Button, Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import type { SocialPostRecord } from '../../../../api/social-posts/schema.ts';
import { Begins, useCompanyZone } from '../../../entities/job/job-tags.tsx';
import { PostStatus } from '../../../entities/social-post/post-status.tsx';
import { picturesOf, socialPostQuery, waitsForPerson } from '../../../entities/social-post/social-post.ts';
import { socialPostKind } from '../../../entities/social-post/social-post-kind.ts';
import type { OpenRecord } from '../../../records/list/list-page.tsx';
import { RemoveButton } from '../../../records/list/removed.tsx';
import { RecordDrawer } from '../../../records/record/record-drawer.tsx';
import { copyForPosting, usePostActs } from './use-post-acts.ts';

/** A published post stays as it was. */
const SETTLED = { ...socialPostKind, fields: socialPostKind.fields.map((field) => ({ ...field, readOnly: true })) };

/** One post: what it says and when, what became of it, and what can be done about it. */
export function PostDrawer(open: OpenRecord) {
  const query = useQuery(socialPostQuery(open.id));
  const post = query.data;
  return (
    <RecordDrawer
      {...open}
      kind={post?.status === 'published' ? SETTLED : socialPostKind}
      record={post}
      loading={query}
      badge={post && <PostStatus post={post} />}
      actions={post && <Acts post={post} />}
      below={
        post && (
          <>
            <Withheld post={post} />
            <More post={post} />
            <State post={post} />
          </>
        )
      }
    />
  );
}

/** By the number of its pictures. */
const COPY = ['Copy text', 'Copy text and picture', 'Copy text and pictures'];

function Acts({ post }: { post: SocialPostRecord }) {
  const { cancel, publishAgain, markPosted } = usePostActs();
  const { status } = post;
  const isOpen = status === 'scheduled' || status === 'failed';
  return (
    <>
      {isOpen && (
        <Button
          size="small"
          intent={waitsForPerson(post) ? 'primary' : 'none'}
          text={COPY[picturesOf(post).length]}
          onClick={() => void copyForPosting(post)}
        />
      )}
      {isOpen && (
        <Button
          size="small"
          text="It is posted"
          disabled={markPosted.isPending}
          onClick={() => markPosted.mutate(post)}
        />
      )}
      {(status === 'failed' || status === 'cancelled') && (
        <Button
          size="small"
          text={status === 'failed' ? 'Publish again' : 'Schedule again'}
          disabled={publishAgain.isPending}
          onClick={() => publishAgain.mutate(post)}
        />
      )}
      {status === 'scheduled' && (
        <Button size="small" text="Cancel post" disabled={cancel.isPending} onClick={() => cancel.mutate(post)} />
      )}
      <RemoveButton kind={socialPostKind} record={post} />
    </>
  );
}

/** Why its pictures are not shown, if they are not. */
function Withheld({ post: { withheld, status } }: { post: SocialPostRecord }) {
  if (withheld === null) return null;
  return (
    <Callout compact className="hw-drawer-section" intent="warning" icon={null}>
      <p>{status === 'published' ? PUBLISHED_BEFORE : 'The pictures of this post are not shown.'}</p>
      <p>{withheld}</p>
    </Callout>
  );
}

const PUBLISHED_BEFORE =
  'Its pictures are no longer shown in the feed. What was posted on the platform stays there: take it down yourself.';

/** What became of it, and why. */
function State({ post }: { post: SocialPostRecord }) {
  const zone = useCompanyZone();
  const { status, isUncertain, isMarked, isByHand, reason, publishedAt, dueAt, scheduledDate } = post;
  if (status === 'published' && publishedAt !== null) {
    return (
      <Callout compact className="hw-drawer-section" intent="success" icon={null}>
        {isMarked ? 'Posted by hand on' : 'Published on'} <Begins at={publishedAt} zone={zone} />
      </Callout>
    );
  }
  if (status === 'failed') {
    return (
      <Callout compact className="hw-drawer-section" intent={isUncertain ? 'warning' : 'danger'} icon={null}>
        <p>
          {isUncertain
            ? 'It may or may not have been published. Look at the platform before you publish it again.'
            : 'It was not published.'}
        </p>
        {reason && <p>{reason}</p>}
      </Callout>
    );
  }
  if (waitsForPerson(post)) {
    return (
      <Callout compact className="hw-drawer-section" intent="warning" icon={null}>
        Its time has come. Copy it, post it, and say that it is posted.
      </Callout>
    );
  }
  if (status === 'scheduled' && !isByHand && reason !== null && dueAt !== scheduledDate) {
    return (
      <Callout compact className="hw-drawer-section" intent="warning" icon={null}>
        <p>
          It was not taken.{' '}
          {dueAt && (
            <>
              Next try at <Begins at={dueAt} zone={zone} />
            </>
          )}
        </p>
        <p>{reason}</p>
      </Callout>
    );
  }
  return null;
}

function More({ post }: { post: SocialPostRecord }) {
  const { campaignName } = post;
  const pictures = picturesOf(post);
  return (
    <dl className="hw-details">
      {campaignName !== null && (
        <div className="hw-detail">
          <dt>Campaign</dt>
          <dd>{campaignName}</dd>
        </div>
      )}
      {pictures.length > 0 && (
        <div className="hw-detail">
          <dt>{pictures.length === 1 ? 'Picture' : 'Pictures'}</dt>
          <dd>
            <span className="hw-photo-grid">
              {pictures.map(({ url, label }, index) => (
                <a key={url} className="hw-photo" href={url} download={`post-${post.id}-${index + 1}.webp`}>
                  <img src={url.replace(/image$/, 'thumbnail')} alt={label} />
                  {pictures.length > 1 && <span aria-hidden="true">{label}</span>}
                </a>
              ))}
            </span>
          </dd>
        </div>
      )}
    </dl>
  );
}
