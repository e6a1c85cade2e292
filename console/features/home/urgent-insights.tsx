import { Card } from '@blueprintjs/core';
import { Lightbulb } from '@blueprintjs/icons';
import { Link } from '@tanstack/react-router';
import type { InsightRecord } from '../../../api/insights/schema.ts';
import { useTouched } from '../../data/touched.ts';
import { SeverityTag } from '../../entities/insight/insight-tags.tsx';
import { Money } from '../../ui/values/money.tsx';

/** The most severe insights that nobody has read, each with a link to it. */
export function UrgentInsights({ insights }: { insights: readonly InsightRecord[] }) {
  return (
    <Card className="hw-need hw-home-insights" compact role="region" aria-labelledby="urgent-insights">
      <h3 id="urgent-insights">
        <Lightbulb size={16} />
        <Link to="/ai-dashboard" search={{ read: 'false' }}>
          AI Insights
        </Link>
      </h3>
      <ul>
        {insights.map((insight) => (
          <Line key={insight.id} insight={insight} />
        ))}
      </ul>
    </Card>
  );
}

function Line({ insight: { id, title, severity, worth } }: { insight: InsightRecord }) {
  const isTouched = useTouched().has(id);
  return (
    <li className={isTouched ? 'hw-touched' : undefined}>
      <span>
        <SeverityTag severity={severity} />{' '}
        <Link to="/ai-dashboard" search={{ insight: id }}>
          {title}
        </Link>
      </span>
      {worth !== null && (
        <span className="hw-muted">
          <Money amount={worth} isRounded /> at stake
        </span>
      )}
    </li>
  );
}
