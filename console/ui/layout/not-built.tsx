import { Tag } from '@blueprintjs/core';
import { Page } from './page.tsx';

interface NotBuiltProps {
  title: string;
  subtitle?: string;
  /** What the page will show, in a few lines. */
  shows: readonly string[];
}

/** A page of an area still to come: it says what it will show. Delete this with the last such page. */
export function NotBuilt({ title, subtitle, shows }: NotBuiltProps) {
  return (
    <Page title={title} subtitle={subtitle}>
      <section className="hw-not-built">
        <Tag minimal intent="warning">
          Not built yet
        </Tag>
        <h2>What this page will show</h2>
        <ul>
          {shows.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
    </Page>
  );
}
