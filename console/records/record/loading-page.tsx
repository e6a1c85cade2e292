import type { ComponentProps } from 'react';
import { Page } from '../../ui/layout/page.tsx';
import { DataArea, SkeletonSection } from '../../ui/status/data-area.tsx';

interface LoadingPageProps {
  /** What its records are called: `Customer`. */
  title: string;
  /** That of the loaded page's body. */
  className: string;
  query: ComponentProps<typeof DataArea>['query'];
}

/** The page of one record until that is there, or why it cannot be read. */
export function LoadingPage({ title, className, query }: LoadingPageProps) {
  return (
    <Page title={title}>
      <DataArea
        query={query}
        isEmpty={() => false}
        firstUse={{ title: `${title} not found` }}
        filtered={null}
        skeleton={
          <div className={className}>
            <SkeletonSection lines={8} />
            <SkeletonSection lines={12} />
          </div>
        }
      >
        {() => null}
      </DataArea>
    </Page>
  );
}
